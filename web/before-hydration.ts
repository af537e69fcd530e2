/**
 * Runs in the head before the first paint. Marks the login state and a cancelled payment. Starts hydration at idle after load, a
 * second later at the latest, or at the first interaction, and queues clicks and submits until then; a form with a lazy chunk
 * (`data-later`) waits for it. Sets zod to `jitless`, because its compiled schemas would violate the content security policy.
 * The server alone needs the text: in a browser it has run before any module loads.
 */
export const beforeHydration = !import.meta.env.SSR
  ? ''
  : `(() => {
  globalThis.__zod_globalConfig = { jitless: true }
  const page = document.documentElement
  try { page.dataset.auth = localStorage.getItem('accessToken') ? 'in' : 'out' } catch { page.dataset.auth = 'out' }
  try { if (sessionStorage.getItem('cancelled-payment')) page.dataset.cancelled = '' } catch {}
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
  // A form with a lazy chunk has data-later until the chunk is loaded.
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
  // A busy page is never idle, so the wait has an end.
  addEventListener('load', () => window.requestIdleCallback ? requestIdleCallback(start, { timeout: 1000 }) : setTimeout(start))
  window.__hydrated = () => {
    hydrated = true
    page.dataset.hydrated = ''
    const before = held
    held = before.filter(({ form }) => !ready(form))
    for (const { form, act } of before) if (ready(form)) act()
  }
})()`
