-- Who a student buys for, as last given. The place of supply is the State.
create table buyers (
  user_id bigint primary key references users (id),
  state_code text not null check (state_code ~ '^\d{2}$'),
  company_name text,
  gstin text,
  address text,
  saved_at timestamptz not null,
  constraint gstin_is_of_the_state check (gstin is null or left(gstin, 2) = state_code),
  constraint gstin_names_a_company check (gstin is null or (company_name is not null and address is not null))
);

-- The buyer as the order's documents print it: the newest one until the order is paid, fixed from then on.
alter table payment_orders add column buyer jsonb;
select audit_table('payment_orders', 'id', 'network,buyer');

-- What a refund is answered with. Refund vouchers of earlier versions stay as they are.
create table refund_note_counters (
  kind text not null,
  financial_year integer not null,
  last_number integer not null,
  primary key (kind, financial_year)
);
create table refund_notes (
  id bigint generated always as identity primary key,
  refund_id bigint not null unique references refunds (id),
  kind text not null check (kind in ('credit_note', 'financial_credit_note', 'refund_note')),
  financial_year integer not null,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  printed jsonb not null,
  unique (kind, financial_year, number),
  constraint only_credit_notes_have_tax check ((kind = 'credit_note') = (printed -> 'tax' <> 'null')),
  constraint note_adds_up check (
    printed -> 'tax' = 'null'
    or (printed ->> 'amount_paise')::bigint = (printed #>> '{tax,taxable_paise}')::bigint + (printed #>> '{tax,cgst_paise}')::bigint
      + (printed #>> '{tax,sgst_paise}')::bigint + (printed #>> '{tax,igst_paise}')::bigint
  )
);
select audit_table('refund_notes', 'id', 'printed');

-- The school's own State, where its GSTIN does not name it.
update site_settings set settings = settings || jsonb_build_object('state_code', left(settings ->> 'gstin', 2))
where settings ->> 'gstin' is not null;
