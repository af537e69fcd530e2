/**
 * Runs in the head, before the first paint and without any library. It marks whether somebody is signed in, starts
 * hydration (at idle after loading, or at the first interaction), and keeps what a visitor does before it is done:
 * clicks and submits on our own controls are held back and repeated afterwards, those of a form whose code is loaded
 * apart (`data-later`) when that has come. Links work on their own.
 *
 * zod compiles its schemas as soon as they are defined, where it may: it is told beforehand that here it may not, else its
 * attempt is reported as a violation of the page's policy.
 */
export const beforeHydration = `(() => {
  globalThis.__zod_globalConfig = { jitless: true }
  const page = document.documentElement
  try { page.dataset.auth = localStorage.getItem('accessToken') ? 'in' : 'out' } catch { page.dataset.auth = 'out' }
  let started = false
  let held = []
  const start = () => {
    if (started) return
    const text = document.querySelector('script[data-hydrate]')
    if (!text) return
    started = true
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = text.textContent
    document.head.append(script)
  }
  let hydrated = false
  // A form whose own code comes later than the page's says so until that code is there.
  const ready = (form) => hydrated && !(form && 'later' in form.dataset)
  const hold = (event, form, act) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push({ form, act })
    start()
  }
  addEventListener('click', (event) => {
    const control = event.target.closest && event.target.closest('button, [role=tab], input[type=submit]')
    if (!control || control.closest('a')) return start()
    if (!ready(control.form)) hold(event, control.form, () => control.click())
  }, true)
  addEventListener('submit', (event) => {
    if (!ready(event.target)) hold(event, event.target, () => event.target.requestSubmit())
  }, true)
  for (const type of ['pointerdown', 'keydown', 'focusin', 'touchstart']) addEventListener(type, start, { capture: true, once: true, passive: true })
  addEventListener('load', () => (window.requestIdleCallback || setTimeout)(start))
  window.__hydrated = () => {
    hydrated = true
    page.dataset.hydrated = ''
    const before = held
    held = before.filter(({ form }) => !ready(form))
    for (const { form, act } of before) if (ready(form)) act()
  }
})()`
