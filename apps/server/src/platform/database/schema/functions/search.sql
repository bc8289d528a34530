-- Searches for parts of a text must support Chinese, where names of two characters are ordinary, and millions of rows.
-- They use an index over the ngrams of one, two and three characters. Three are needed, because too many texts contain
-- the same two Latin letters.
--
-- These functions have no fixed search path, because that would make each call slower. PostgreSQL calls them as the
-- owner of a table when a foreign key changes a row, so they qualify the names of types.

-- A text without the differences that a search ignores, except case: width, composition, kinds of hyphen. ASCII and
-- the usual Chinese characters are already normalized. A text of nothing else skips the normalization, which costs
-- ten times as much as the check. The function is not strict, because PostgreSQL does not inline a strict function
-- with a `case`.
create function narrow_text(value text) returns text
  language sql immutable parallel safe
  return case when value ~ '[^\n -~\u4e00-\u9fff]'
    then translate(normalize(value, nfkc), U&'\0130\03a3\03c2\2010\2011\2012\2013\2014\2015\2212',
      U&'i\03c3\03c3-------')
    else value end;

-- Text for every search and comparison, as defined by `foldText` of the contract.
create function fold_text(value text) returns text
  language sql immutable parallel safe
  return lower(narrow_text(value));

-- Ngrams of a text. An ngram is made of the code points of its characters, 21 bits each. It is shorter than text, and
-- is compared without a collation. The high cost keeps the planner from reading rows without the index.
create function search_runs(value text) returns bigint[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
  declare
    letter pg_catalog.text;
    code bigint;
    one bigint;
    two bigint;
    runs bigint[] := '{}';
  begin
    foreach letter in array string_to_array(lower(value), null) loop
      code := ascii(letter);
      runs := runs || code;
      if one is not null then
        runs := runs || ((one << 21) | code);
      end if;
      if two is not null then
        runs := runs || ((two << 21) | code);
      end if;
      two := (one << 21) | code;
      one := code;
    end loop;
    return runs;
  end $$;

-- Ngrams for looking up a keyword. If it has more than three characters, these are every other ngram and the last
-- one, and none after an @. Matches are compared with the whole keyword anyway. Comparing all ngrams takes more time
-- than it saves, above all for ngrams of e-mail addresses, which nearly every row has. With every third ngram, up to
-- ten times as many rows would be left to compare. The function is parallel unsafe, because workers take longer to
-- start than a search lasts.
create function keyword_runs(keyword text) returns bigint[]
  language plpgsql immutable strict as $$
  declare
    letters pg_catalog.text[] := string_to_array(lower(keyword), null);
    sign integer := array_position(letters, '@');
    last integer;
  begin
    if sign > 2 then
      letters := letters[:sign];
    end if;
    last := cardinality(letters) - 2;
    if last < 1 then
      return array[(select bit_or(ascii(letter)::bigint << (21 * (cardinality(letters) - place)::int))
                    from unnest(letters) with ordinality as row (letter, place))];
    end if;
    return array(
      select (ascii(letters[place])::bigint << 42) | (ascii(letters[place + 1])::bigint << 21) | ascii(letters[place + 2])
      from (select generate_series(1, last, 2) union select last) as starts (place)
      order by place);
  end $$;

-- A tenant as an additional ngram of its rows. It is negative, so no ngram of characters equals it. If two tenants
-- have the same number, the row's tenant_id distinguishes them.
create function tenant_run(tenant_id text) returns bigint
  language sql immutable strict parallel safe
  return hashtextextended(tenant_id, 0) | (1::bigint << 63);
