/** SQL of the state of a batch. @param batch alias of `batches` */
export const stateOfBatch = (batch: string): string => `case when ${batch}.cancelled_at is not null then 'cancelled'
  when not ${batch}.published then 'draft' when ${batch}.ends_at <= app_now() then 'completed'
  when ${batch}.starts_at > app_now() then 'ahead' else 'running' end`
