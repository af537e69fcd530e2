/** Of a press of one control, the last one counts for all that show one panel at a time. */
const groups = '[role=tablist], [data-one-open]'

/** The controls that show one panel at a time, together with this one. */
export const groupOf = (control: Element): Element | null => control.closest(groups)

/** The part of a page that a control shows. The document has it; it is hidden until then. */
const panelOf = (control: Element) => document.getElementById(control.getAttribute('aria-controls') ?? '')

/**
 * Shows at once what a press of a tab or of a disclosure changes, although the page is not hydrated yet. React compares nothing but
 * its own state when it hydrates, so the press has to be repeated then.
 * @returns false when only React can show it
 */
export function previewPress(control: Element): boolean {
  if (!panelOf(control)) return false
  const state = control.getAttribute('role') === 'tab' ? 'aria-selected' : 'aria-expanded'
  const opens = state === 'aria-selected' || control.getAttribute(state) === 'false'
  if (opens) for (const other of groupOf(control)?.querySelectorAll(`[${state}=true]`) ?? []) show(other, state, false)
  show(control, state, opens)
  return true
}

function show(control: Element, state: string, isShown: boolean): void {
  control.setAttribute(state, String(isShown))
  const panel = panelOf(control)
  if (panel) panel.hidden = !isShown
}
