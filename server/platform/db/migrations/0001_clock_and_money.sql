-- The deciding time. In production the offset is 0; only tests move it.
create table app_clock (
  only_row boolean primary key default true check (only_row),
  "offset" interval not null default interval '0'
);
insert into app_clock default values;

create function app_now() returns timestamptz
language sql stable parallel safe
as $$ select now() + "offset" from app_clock $$;

-- What the first discount leaves to pay, in paise. A percentage takes off its share rounded half up
-- to the paisa; any other text is rupees. Null when the text can't be read or takes more than all.
create function amount_to_pay(price_paise bigint, discounts jsonb) returns bigint
language plpgsql immutable parallel safe
as $$
declare
  shown text := discounts -> 0 ->> 'value';
  plain text := regexp_replace(coalesce(shown, ''), '[₹,\s]', '', 'g');
begin
  if shown is null then
    return case when jsonb_array_length(discounts) = 0 then price_paise end;
  end if;
  if plain ~ '^\d{1,3}(\.\d{1,4})?%$' then
    if rtrim(plain, '%')::numeric > 100 then return null; end if;
    return price_paise - round(price_paise * rtrim(plain, '%')::numeric / 100)::bigint;
  end if;
  if plain ~ '^\d{1,9}(\.\d{1,2})?$' then
    return price_paise - (plain::numeric * 100)::bigint;
  end if;
  return null;
end $$;

create function touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Tells every process what a change touches, as `<tag argument>:<id>`; kept pages listen.
create function announce_change() returns trigger
language plpgsql
as $$
declare
  touched bigint := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform pg_notify('kept_changed', tg_argv[0] || ':' || touched);
  return null;
end $$;
