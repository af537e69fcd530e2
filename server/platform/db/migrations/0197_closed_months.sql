-- The accountant's month: docs/decisions/month.md.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by integer not null references staff (id)
);
comment on table closed_months is 'A month whose documents do not change any more.';
comment on column closed_months.month is 'Its first day in India.';
select audit_table('closed_months', 'month', '');

-- Each statement of a function sees what was committed before it. A document holds its counter until its commit, and closing takes all of them.
create function keep_closed_months() returns trigger
language plpgsql
as $$
declare
  of_month date;
begin
  foreach of_month in array array[
    case when tg_op <> 'INSERT' then date_trunc('month', old.issued_at at time zone 'Asia/Kolkata')::date end,
    case when tg_op <> 'DELETE' then date_trunc('month', new.issued_at at time zone 'Asia/Kolkata')::date end]
  loop
    if exists (select from closed_months c where c.month = of_month) then
      raise exception 'the month % is closed', to_char(of_month, 'YYYY-MM') using errcode = 'check_violation', constraint = 'month_is_open';
    end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger receipts_closed before insert or update or delete on receipts for each row execute function keep_closed_months();
create trigger refund_notes_closed before insert or update or delete on refund_notes for each row execute function keep_closed_months();
create trigger refund_vouchers_closed before insert or update or delete on refund_vouchers for each row execute function keep_closed_months();

do $$
begin
  execute replace(pg_get_functiondef('audited_name(text, text)'::regprocedure), $x$when 'sessions' then return student;$x$,
    $x$when 'sessions' then return student;
    when 'closed_months' then return (select to_char(c.month, 'YYYY-MM') from closed_months c where c.month::text = entry_row);$x$);
end $$;

do $$
begin
  execute replace(pg_get_functiondef('is_money_log(text)'::regprocedure), $x$'batches', $x$, $x$'batches', 'closed_months', $x$);
end $$;
