import { groupOf, previewPress } from './preview-press.ts'
import { loadsDocuments, onFailedStart, startHydration } from './start-hydration.ts'

/** Links that change a part of the page after hydration. Without it they load a page, as all other links do. */
const partLinks = 'a[aria-keyshortcuts], a[data-keeps-focus], [data-keeps-focus] a, a[data-part]'
/** What needs hydration. A script of its own runs the headline; the browser itself opens dialogs of the document. */
const controls = `:is(button, input, select, textarea, [role=tab], ${partLinks}):not([data-typing] *)`
const pressed = `:is(button:not([commandfor]), [role=tab], input[type=submit], ${partLinks}):not([data-typing] *)`

interface Held {
  source: Element
  form: HTMLFormElement | null
  act: () => void
  /** Shows that its press was taken. */
  marked?: HTMLElement
}

/**
 * Starts hydration at the first sign that a control will be used. Clicks and submits wait for it and are repeated then. A form with a
 * lazy chunk has `data-later` until the chunk is loaded.
 */
export function holdInput(): void {
  let hydrated = false
  let held: Held[] = []
  /** What is typed after a held `/`. */
  let words = ''

  const ready = (form: HTMLFormElement | null) => hydrated && !(form && 'later' in form.dataset)
  const hold = (event: Event, one: Held) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    // A second press of the same control means the first.
    held = [...held.filter(({ source }) => source !== one.source), one]
    if (one.marked) one.marked.dataset['waiting'] = ''
    startHydration()
  }
  /** A press whose effect is shown already. A second press of a disclosure takes the first one back. */
  const holdPreviewed = (event: Event, one: Held) => {
    const group = groupOf(one.source)
    const isBack = one.source.role !== 'tab' && held.some(({ source }) => source === one.source)
    held = held.filter(({ source }) => source !== one.source && (group === null || groupOf(source) !== group))
    if (!isBack) return hold(event, one)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const act = ({ act, marked }: Held) => {
    delete marked?.dataset['waiting']
    act()
  }
  const onIntent = ({ target }: Event) => {
    if (target instanceof Element && target.closest(controls)) startHydration()
  }

  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element)) return
      const control = event.target.closest<HTMLElement>(pressed)
      // A link of a page that is only read loads a document, which may be rendered already. The router would load it anew.
      if (!control && hydrated && loadsDocuments() && event.target.closest('a[href]')) return event.stopImmediatePropagation()
      if (!control || (control instanceof HTMLAnchorElement && opensElsewhere(event))) return
      const form = control instanceof HTMLButtonElement || control instanceof HTMLInputElement ? control.form : null
      if (ready(form)) return
      const press: Held = { source: control, form, act: () => control.click() }
      if (previewPress(control)) holdPreviewed(event, press)
      else hold(event, { ...press, marked: control })
    },
    true,
  )
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (ready(form)) return
      const { submitter } = event
      hold(event, { source: form, form, act: () => form.requestSubmit(), ...(submitter && { marked: submitter }) })
    },
    true,
  )
  addEventListener(
    'keydown',
    (event) => {
      onIntent(event)
      const { body } = document
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (hydrated || !isLetter || event.target !== body) return
      const isHeld = held.some(({ source }) => source === body)
      if (!isHeld && (event.key !== '/' || !document.querySelector('a[aria-keyshortcuts]'))) return
      // A second press of the key means the first.
      if (event.key !== '/') words += event.key
      const act = () => {
        for (const key of `/${words}`) body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        words = ''
      }
      hold(event, { source: body, form: null, act })
    },
    true,
  )
  for (const type of ['pointerover', 'pointerdown', 'touchstart', 'focusin']) {
    addEventListener(type, onIntent, { capture: true, passive: true })
  }

  window.__hydrated = () => {
    hydrated = true
    document.documentElement.dataset['hydrated'] = ''
    const before = held
    held = before.filter(({ form }) => !ready(form))
    for (const one of before) if (ready(one.form)) act(one)
  }

  // A pressed link goes where it leads. Other presses wait for the next attempt.
  onFailedStart(() => {
    const links = held.map(({ source }) => source).filter((source) => source instanceof HTMLAnchorElement)
    held = held.filter(({ source }) => !(source instanceof HTMLAnchorElement))
    const last = links.at(-1)
    if (last) location.assign(last.href)
  })
}

/** Whether a click on a link opens another tab or window. */
function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}
