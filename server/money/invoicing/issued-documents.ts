/** SQL of the ids of a student's documents, which are few, as an array. @param student SQL of the id */
export const documentsOfStudent = (student: string) => `array(
    select d.id * 4 from payment_orders y join payments q on q.order_id = y.id join receipts d on d.payment_id = q.id where y.user_id = ${student}
    union all select d.id * 4 + 1 from payment_orders y join payments q on q.order_id = y.id join refunds g on g.payment_id = q.id
      join refund_notes d on d.refund_id = g.id where y.user_id = ${student}
    union all select d.id * 4 + 2 from payment_orders y join payments q on q.order_id = y.id join refunds g on g.payment_id = q.id
      join refund_vouchers d on d.refund_id = g.id where y.user_id = ${student})`
