-- A secret address at which one part of a price is paid: docs/decisions/parts.md.
alter table instalments add column link_hash bytea constraint instalments_link_hash_key unique;
comment on column instalments.link_hash is 'SHA-256 of the secret in the newest reminder; null before the first one.';
select audit_table('instalments', 'id', 'reason,link_hash');

-- Parts in rupees, and on fixed days.
create or replace function is_whole_plan(parts jsonb) returns boolean
language sql immutable parallel safe
as $$
  with part as (
    select p.n, p.n = jsonb_array_length(parts) as is_last, (p.part ->> 'percent')::integer as percent, (p.part ->> 'paise')::bigint as paise,
      (p.part ->> 'days')::integer as days, p.part ->> 'due_on' as due_on
    from jsonb_array_elements(parts) with ordinality p (part, n)
  )
  select coalesce(count(*) between 2 and 12
    and bool_and(num_nonnulls(days, due_on) = 1) and min(days) = 0
    and count(distinct days) = count(days) and count(distinct due_on) = count(due_on)
    and bool_and(num_nonnulls(percent, paise) = 1 or is_last and num_nulls(percent, paise) = 2)
    and coalesce(min(percent), 1) > 0 and coalesce(min(paise), 100) >= 100
    and case when count(percent) = count(*) then sum(percent) = 100
      else count(percent) filter (where is_last) = 0 and (count(paise) filter (where is_last) = 0 or count(paise) = count(*))
        and coalesce(sum(percent), 0) < 100 end, false)
  from part
$$;
comment on column payment_plans.parts is
  '[{"percent": 40, "days": 0}, …]: whole per cent of the total or `paise`, and days after the purchase or the day `due_on`. Beside rupees the last one takes what is left.';
comment on column payment_orders.plan_parts is
  '[{"paise": 1440000, "days": 0}, …]: the parts of the price, with `due_on` for a fixed day; the order pays the first one.';

create function plan_obstacle(parts jsonb, total bigint) returns text
language sql stable parallel safe
as $$
  with part as (
    select p.n = jsonb_array_length(parts) as is_last, t.today, (p.part ->> 'due_on')::date as due_on,
      coalesce((p.part ->> 'due_on')::date, t.today + (p.part ->> 'days')::integer) as day,
      lag(coalesce((p.part ->> 'due_on')::date, t.today + (p.part ->> 'days')::integer)) over (order by p.n) as before,
      coalesce((p.part ->> 'paise')::bigint, (total * (p.part ->> 'percent')::bigint + 50) / 100) as paise
    from jsonb_array_elements(parts) with ordinality p (part, n), (select (app_now() at time zone 'Asia/Kolkata')::date as today) t
  )
  select case when bool_or(due_on <= today) then 'date_passed'
    when bool_or(day <= before) then 'dates_out_of_order'
    when min(paise) filter (where not is_last) < 100 or total - sum(paise) filter (where not is_last) < 100 then 'price_too_small' end
  from part
$$;
comment on function plan_obstacle(jsonb, bigint) is 'Why the parts can''t be paid of a total in paise today; null when they can. The contract''s `splitPrice` decides it for a purchase.';
