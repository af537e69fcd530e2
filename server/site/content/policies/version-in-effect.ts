/** SQL of the id of the version of a policy that holds today, in India. @param policyId SQL of the policy's id */
export function versionInEffect(policyId: string): string {
  return `select v.id from policy_versions v
    where v.policy_id = ${policyId} and v.publication = 'published' and v.effective_on <= (app_now() at time zone 'Asia/Kolkata')::date
    order by v.effective_on desc limit 1`
}
