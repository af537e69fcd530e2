-- A text as searches compare it: docs/decisions/folded-search.md. One quote, one dash, one blank, no joiners, no capitals, and one way to
-- write each letter. Its result stands in indexes, so another rule is another function.
create function folded(text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(translate($1,
    U&'\2018\2019\201B\02BB\02BC\02B9\2032\0060\00B4' || U&'\201C\201D\201E\201F\2033' || U&'\2010\2011\2012\2013\2014\2015\2212'
      || U&'\200B\200C\200D\2060\FEFF\00AD',
    '''''''''''''''''''' || '"""""' || '-------'), nfkc), '\s+', ' ', 'g'));
