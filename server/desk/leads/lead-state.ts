/** SQL of today in India. */
const today = `(app_now() at time zone 'Asia/Kolkata')::date`

/** SQL conditions of the lead `r`, and its state. */
export const isNewLead = `r.closed_at is null and r.answered_at is null and r.follow_up_on is null`
export const isDueLead = `r.closed_at is null and r.follow_up_on <= ${today}`
export const leadState = `case when r.closed_at is not null then 'closed' when ${isNewLead} then 'new' when ${isDueLead} then 'due' else 'waiting' end`
