-- no-transaction
create index concurrently payment_orders_by_student on payment_orders (user_id, batch_id);
