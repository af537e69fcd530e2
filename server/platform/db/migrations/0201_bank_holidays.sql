-- The provider pays out on the working days of banks: docs/decisions/month.md. Razorpay counts neither Sundays, second and fourth
-- Saturdays nor bank holidays. The national holidays are the same everywhere; others are in the settings.
create function is_bank_holiday(day date) returns boolean
language sql stable
as $$
  select extract(isodow from day) = 7
    or (extract(isodow from day) = 6 and extract(day from day)::integer between 8 and 14)
    or (extract(isodow from day) = 6 and extract(day from day)::integer between 22 and 28)
    or to_char(day, 'MM-DD') in ('01-26', '08-15', '10-02')
    or exists (select from site_settings s where s.settings -> 'bank_holidays' @> jsonb_build_array(jsonb_build_object('day', day)))
$$;
comment on function is_bank_holiday(date) is 'Whether banks are closed on a day of India.';

-- No more than 120 days are in the settings, so that a working day is always found.
create or replace function working_days_ago(days integer) returns timestamptz
language sql stable
as $$
  select d::timestamp at time zone 'Asia/Kolkata'
  from generate_series(1, days * 2 + 130) ago
    cross join lateral (select (app_now() at time zone 'Asia/Kolkata')::date - ago as d) past
  where not is_bank_holiday(d) order by ago offset days - 1 limit 1
$$;
comment on function working_days_ago(integer) is 'The moment at which as many working days begin before now.';
