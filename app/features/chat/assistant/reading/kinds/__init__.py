"""Which kind of goods: sizes, colours and other options, told before, behind or of several. Pure."""
