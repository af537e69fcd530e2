/** Returns the SQL of the buyer that a student has saved, as an order stores it; null when there is none. */
export function newestBuyerOf(userId: string): string {
  return `(select jsonb_build_object('state_code', b.state_code, 'company_name', b.company_name, 'gstin', b.gstin, 'address', b.address)
     from buyers b where b.user_id = ${userId})`
}
