-- A hold is 15 minutes from its first start and is renewed once. Orders of an older version have no start of their own:
-- theirs is 15 minutes before their hold ends.
alter table payment_orders
  -- When the present hold began; null for an order that was made without one.
  add column hold_began_at timestamptz,
  add column hold_renewed boolean not null default false,
  -- The latest start, by which the reconciler counts.
  add column started_at timestamptz,
  -- Where the hold was asked for. Personal data: cleared by the hourly sweep once the hold is over.
  add column network cidr;
create index held_networks on payment_orders (hold_until) where network is not null;
