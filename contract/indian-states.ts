/** India's 36 States and Union Territories by the code that a GSTIN begins with. */
export const states = {
  '35': 'Andaman and Nicobar Islands',
  '37': 'Andhra Pradesh',
  '12': 'Arunachal Pradesh',
  '18': 'Assam',
  '10': 'Bihar',
  '04': 'Chandigarh',
  '22': 'Chhattisgarh',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '30': 'Goa',
  '24': 'Gujarat',
  '06': 'Haryana',
  '02': 'Himachal Pradesh',
  '01': 'Jammu and Kashmir',
  '20': 'Jharkhand',
  '29': 'Karnataka',
  '32': 'Kerala',
  '38': 'Ladakh',
  '31': 'Lakshadweep',
  '23': 'Madhya Pradesh',
  '27': 'Maharashtra',
  '14': 'Manipur',
  '17': 'Meghalaya',
  '15': 'Mizoram',
  '13': 'Nagaland',
  '21': 'Odisha',
  '34': 'Puducherry',
  '03': 'Punjab',
  '08': 'Rajasthan',
  '11': 'Sikkim',
  '33': 'Tamil Nadu',
  '36': 'Telangana',
  '16': 'Tripura',
  '09': 'Uttar Pradesh',
  '05': 'Uttarakhand',
  '19': 'West Bengal',
} as const satisfies Readonly<Record<string, string>>

/** Two digits, such as `27` for Maharashtra. */
export type StateCode = keyof typeof states

export function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(states, code)
}

/** Codes and names by name. An object with keys like `10` would begin with those keys. */
export const statesByName: readonly { code: StateCode; name: string }[] = Object.entries(states)
  .flatMap(([code, name]) => (isStateCode(code) ? [{ code, name }] : []))
  .toSorted((a, b) => a.name.localeCompare(b.name))

/** Union Territories without a legislature: their part of the tax is UTGST in place of SGST. */
const withoutLegislature: readonly StateCode[] = ['04', '26', '31', '35', '38']

export function localTaxOf(state: StateCode): 'SGST' | 'UTGST' {
  return withoutLegislature.includes(state) ? 'UTGST' : 'SGST'
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a text is a GSTIN of a regular taxpayer: State, PAN, number of the registration, Z and the right check character. */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/.test(text) || !isStateCode(text.slice(0, 2))) return false
  const sum = Array.from(text.slice(0, 14)).reduce((total, letter, index) => {
    const product = digits.indexOf(letter) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return text[14] === digits[(36 - (sum % 36)) % 36]
}

/** The State of the school: that of its GSTIN, else of its settings; null when neither names one. */
export function schoolState(site: { gstin: string | null; state_code: string | null }): StateCode | null {
  const code = site.gstin?.slice(0, 2) ?? site.state_code ?? ''
  return isStateCode(code) ? code : null
}
