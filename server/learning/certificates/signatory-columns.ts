/** SQL of who signed a certificate `k`, where `y` is who signs today. One from before the school named somebody takes `y`. */
export const signatoryColumns = `coalesce(k.signatory_name, y.name) as signatory_name,
  case when k.signatory_name is null then y.title else k.signatory_title end as signatory_title`
