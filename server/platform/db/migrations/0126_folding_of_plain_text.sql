-- The same result as before, in an eighth of the time for a text of plain letters, as most names are. What an index finds is folded once
-- more for each row, so a name of ten thousand students took a second.
create or replace function folded(text) returns text language sql immutable parallel safe
  return case when $1 ~ '^(?:[!-_a-~]| (?! ))*$' then lower($1) else
    lower(regexp_replace(normalize(translate($1,
      U&'\2018\2019\201B\02BB\02BC\02B9\2032\0060\00B4' || U&'\201C\201D\201E\201F\2033' || U&'\2010\2011\2012\2013\2014\2015\2212'
        || U&'\200B\200C\200D\2060\FEFF\00AD',
      '''''''''''''''''''' || '"""""' || '-------'), nfkc), '\s+', ' ', 'g')) end;
-- A connection that is open knows these indexes by the old text of the function until their table is analysed.
analyze users;
analyze enquiries;
