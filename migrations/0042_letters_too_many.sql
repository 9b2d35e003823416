-- A letter too many inside a word is forgiven like a wrong one, wherever its key lies.

-- A word of letters, as a pattern of what sounds like it (mistakes: false), or also of what it is but for one mistake: two
-- letters changed about; of five, one missing, hit twice or with the key beside it; of six, the key beside the right one or a
-- letter up to three places off; of seven, any wrong letter, or one too many inside. The first letter is there, and what sounds
-- alike is not also mistaken: some name would then be a form of almost any word that a store has not.
CREATE OR REPLACE FUNCTION misspelt_forms(word text, mistakes boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    -- Each letter of the alphabet with those beside it on a keyboard.
    keys  text[] := '{qswza,ghnvb,dfvxc,cefrsxd,drswe,cdgrtvf,bfhtvyg,bgjnuyh,jkoui,hikmnuj,ijlmok,kopl,jknm,bhjmn,
                     iklpo,lop,awq,deftr,adewxzs,fgryt,hijyu,bcfgv,aeqsw,cdszx,ghtuy,asxz}';
    forms text := '';
    many  integer := length(word);
    one    text;
    before text;
    after  text;
    beside text;
BEGIN
    IF mistakes THEN
        -- From the last letter to the first: what comes before a mistake is written once.
        FOR i IN REVERSE many .. 1 LOOP
            before := substr(word, i - 1, 1);
            one := substr(word, i, 1);
            after := substr(word, i + 1);
            beside := '[' || keys[ascii(one) - 96] || ']';
            forms := CASE WHEN forms = '' THEN '' ELSE '|' || one || '(?:' || substr(forms, 2) || ')' END;
            IF many > 4 THEN
                forms := forms || '|' || one || '[a-z]' || after;
                IF i > 1 AND (many > 6 AND after <> '' OR (before || left(after, 1)) ~ beside) THEN
                    forms := forms || '|' || after;
                END IF;
            END IF;
            IF many > 5 AND i > 1 THEN
                forms := forms || '|' || CASE WHEN many > 6 THEN '[a-z]' ELSE beside END || after;
            END IF;
            FOR j IN 1 .. least(CASE WHEN many > 5 THEN 3 ELSE 1 END, many - i) LOOP  -- to the right, and to the left
                forms := forms || '|' || left(after, j) || one || substr(after, j + 1);
                IF j > 1 THEN  -- of two letters it is the same
                    forms := forms || '|' || substr(after, j, 1) || one || left(after, j - 1) || substr(after, j + 1);
                END IF;
            END LOOP;
        END LOOP;
    END IF;
    RETURN '(?:' || array_to_string(word_sounds(word), '') || forms || ')(?:e?s)?';
END
$$;
