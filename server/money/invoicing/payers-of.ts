import { serialPattern } from './series.ts'

/** SQL of a reference as it is compared: without blanks and signs, in capitals. Null when nothing is left. */
const referenceKeySql = (value: string): string => `nullif(upper(regexp_replace(${value}, '[^[:alnum:]]', '', 'g')), '')`

/**
 * SQL of the references that a search can mean, as an array of keys. A search has lost the prefix of a number that looks like a phone
 * number, and that may be part of a reference.
 */
export const referenceKeysSql = (value: string): string =>
  `array(select prefix || ${referenceKeySql(value)} from unnest('{"",0,91,0091}'::text[]) prefix)`

const partOfSerial = (value: string, part: 2 | 3, length: number) =>
  `case when upper(${value}) similar to '${serialPattern('receipt')}' then left(split_part(${value}, '/', ${part}), ${length})::integer end`

/**
 * SQL of the ids of the students who made a payment. It is a union, because an `or` over joined tables reads all of them.
 * @param value SQL of what a person has at hand: the id of the payment, the reference of a transfer or cheque, or a receipt's number
 */
export const payersOf = (value: string): string => `
  select o.user_id from payments p join payment_orders o on o.id = p.order_id where p.provider_payment_id = ${value}
  union all select f.user_id from offline_payments f where f.reference_key = any (${referenceKeysSql(value)})
  union all select o.user_id from receipts d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id
    where d.financial_year = 2000 + ${partOfSerial(value, 2, 2)} and d.number = ${partOfSerial(value, 3, 9)}`
