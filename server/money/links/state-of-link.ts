/** SQL of the state of the link `link`. The clock ends it. */
export const stateOfLinkSql = (link: string) =>
  `case when ${link}.state in ('waiting', 'active') and ${link}.expires_at <= app_now() then 'expired' else ${link}.state end`
