-- Addresses that an account had or asked for: what stands under them is erased with it. Known only as long as the account.
create table former_addresses (
  user_id bigint not null references users (id) on delete cascade,
  email text not null,
  -- Its code was given back once; otherwise it was only asked for and may be somebody else's.
  proven boolean not null,
  primary key (user_id, email)
);
insert into former_addresses (user_id, email, proven)
select distinct user_id, email, true from undo_links where email is not null;
insert into former_addresses (user_id, email, proven)
select user_id, email, false from pending_changes on conflict do nothing;
