import { digitsOf } from './card-form.ts'
import { readable } from './colours.ts'
import { find } from './find-element.ts'
import { formatMoney } from './format-money.ts'
import type { Preferences, SheetOptions } from './messages.ts'

/** Fills in name, picture, amount, colour and contact. */
export function fillOrder(options: SheetOptions, preferences: Preferences): void {
  const { order } = preferences
  const brand = options.name ?? 'Payment'
  const money = formatMoney(order.amount, order.currency)
  document.title = `Pay ${money} to ${brand}`
  find('brand', HTMLElement).textContent = brand
  find('initial', HTMLElement).textContent = brand.trim().charAt(0).toUpperCase()
  find('description', HTMLElement).textContent = options.description ?? ''
  find('amount', HTMLElement).textContent = money
  find('order-id', HTMLElement).textContent = order.id
  find('pay', HTMLButtonElement).textContent = `Pay ${money}`
  if (options.image) {
    const logo = find('logo', HTMLImageElement)
    logo.addEventListener('load', () => {
      logo.hidden = false
      find('initial', HTMLElement).hidden = true
    })
    logo.src = options.image
  }
  const colour = options.theme?.color === undefined ? undefined : readable(options.theme.color, 5.2)
  if (colour) document.documentElement.style.setProperty('--theme', colour)
  if (options.theme?.backdrop_color) find('stage', HTMLElement).style.background = options.theme.backdrop_color
  if (!options.animation) document.documentElement.classList.add('still')
}

/** Fills in the known payer and returns a function that reads the contact fields. */
export function fillPayer(options: SheetOptions): () => { contact: string; email: string } {
  const phone = find('phone', HTMLInputElement)
  const email = find('email', HTMLInputElement)
  const name = find('name', HTMLInputElement)
  name.value = options.prefill?.name ?? ''
  phone.value = options.prefill?.contact ?? ''
  email.value = options.prefill?.email ?? ''
  find('vpa', HTMLInputElement).value = options.prefill?.vpa ?? ''
  phone.readOnly = options.readonly?.contact === true
  email.readOnly = options.readonly?.email === true
  name.readOnly = options.readonly?.name === true && name.value !== ''
  const show = () => {
    const summary = [phone.value, email.value].map((text) => text.trim()).filter(Boolean)
    find('payer', HTMLElement).textContent = summary.join('\n')
    find('payer-fact', HTMLElement).hidden = summary.length === 0
  }
  phone.addEventListener('input', show)
  email.addEventListener('input', show)
  show()
  return () => ({ contact: phone.value.trim(), email: email.value.trim() })
}

/** Lists the test cards. Selecting one fills the form. */
export function fillTests(preferences: Preferences, choose: (method: 'card' | 'upi') => void): void {
  const networks = new Set<string>()
  const cards = preferences.test_cards.filter((card) => {
    const key = card.reason ?? card.network
    return networks.has(key) ? false : networks.add(key)
  })
  const entry = (label: string, outcome: string, fill: () => void) => {
    const item = document.createElement('li')
    const button = document.createElement('button')
    const result = document.createElement('span')
    button.type = 'button'
    button.textContent = label
    result.textContent = outcome
    button.append(result)
    button.addEventListener('click', fill)
    item.append(button)
    return item
  }
  const type = (id: string, text: string) => {
    const field = find(id, HTMLInputElement)
    field.value = text
    field.dispatchEvent(new Event('input'))
  }
  find('tests', HTMLElement).replaceChildren(
    ...cards.map((card) =>
      entry(
        digitsOf(card.number).replaceAll(/(\d{4})(?=\d)/g, '$1 '),
        card.reason === null ? `${card.network}, succeeds` : card.reason.replaceAll('_', ' '),
        () => {
          choose('card')
          type('number', card.number)
          type('expiry', `12${String(new Date(preferences.now * 1000).getFullYear() + 4).slice(2)}`)
          type('cvv', card.network === 'American Express' ? '1234' : '123')
          const name = find('name', HTMLInputElement)
          if (name.value === '') name.value = 'Test Student'
          find('pay', HTMLButtonElement).focus()
        },
      ),
    ),
    ...(['success@razorpay', 'failure@razorpay'] as const).map((vpa) =>
      entry(vpa, vpa.startsWith('success') ? 'UPI, succeeds' : 'UPI, not approved', () => {
        choose('upi')
        type('vpa', vpa)
        find('pay', HTMLButtonElement).focus()
      }),
    ),
  )
}
