/** SQL of the state in which staff see a payment. @param payment alias of its row; @param balance alias of its balance */
export const paymentStateSql = (payment: string, balance: string) => `case
     when ${payment}.disposition = 'enrolled' and ${balance}.committed_paise > ${balance}.refunded_paise then 'refund_due'
     when ${payment}.disposition = 'enrolled' then case when ${balance}.refunded_paise > 0 then 'partly_refunded' else 'paid' end
     when ${payment}.disposition <> 'pending' then ${payment}.disposition
     when ${payment}.status = 'failed' then 'failed'
     when ${payment}.status = 'created' then 'begun'
     else 'confirming' end`
