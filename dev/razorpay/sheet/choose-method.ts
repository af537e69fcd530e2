import { find } from './find-element.ts'

export type Method = 'card' | 'upi'

/** Card and UPI as tabs (ARIA APG): arrow keys, one tab stop. */
export function wireTabs(methods: Method[], preferred: string | undefined): { chosen(): Method; choose(method: Method): void } {
  const tabs = methods.map((method) => ({
    method,
    tab: find(`tab-${method}`, HTMLButtonElement),
    panel: find(`panel-${method}`, HTMLElement),
  }))
  let chosen: Method = methods.find((method) => method === preferred) ?? methods[0] ?? 'card'
  for (const other of (['card', 'upi'] as const).filter((method) => !methods.includes(method)))
    find(`tab-${other}`, HTMLButtonElement).hidden = true
  const choose = (method: Method, focus = false) => {
    chosen = method
    for (const one of tabs) {
      const current = one.method === method
      one.tab.ariaSelected = String(current)
      one.tab.tabIndex = current ? 0 : -1
      one.panel.hidden = !current
      if (current && focus) one.tab.focus()
    }
    find('alert', HTMLElement).hidden = true
  }
  for (const [index, { tab, method }] of tabs.entries()) {
    tab.addEventListener('click', () => choose(method))
    tab.addEventListener('keydown', (event) => {
      const last = tabs.length - 1
      const target = {
        ArrowRight: index === last ? 0 : index + 1,
        ArrowLeft: index === 0 ? last : index - 1,
        Home: 0,
        End: last,
      }[event.key]
      const next = target === undefined ? undefined : tabs[target]
      if (!next) return
      event.preventDefault()
      choose(next.method, true)
    })
  }
  if (!methods.includes('card')) find('panel-card', HTMLElement).hidden = true
  choose(chosen)
  return { chosen: () => chosen, choose: (method) => choose(method) }
}
