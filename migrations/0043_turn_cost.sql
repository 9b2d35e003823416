-- What the tokens of a turn add to the company's bill is kept with it, so that a turn tells its cost when plans have changed.

-- In millionths of a cent, as usage_counters.overage_micros: tokens beyond the included and bought ones, at that moment's price.
ALTER TABLE conversation_turns ADD COLUMN cost_micros bigint NOT NULL DEFAULT 0;
