/** SQL of which part of a price an offline payment pays, in words; null for a purchase. @param payment alias of its row */
export const forPartSql = (payment: string) => `case
     when ${payment}.part is not null then format('part %s of %s', ${payment}.part,
       (select max(i.parts) from instalments i where i.enrolment_id = ${payment}.enrolment_id))
     when ${payment}.enrolment_id is not null then 'all that is left' end`
