/** The inbox page, served as one module without runtime imports. */
import type { Message, Summary } from '#dev/inbox/open-mailbox.ts'

const pollMs = 2_000
const readKey = 'inbox.read'

function find<T extends Element>(id: string, type: abstract new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof type) return element
  throw new Error(`The page has no #${id}`)
}
const list = find('list', HTMLElement)
const scroller = find('scroller', HTMLElement)
const filter = find('filter', HTMLInputElement)
const read = new Set((localStorage.getItem(readKey) ?? '').split(','))
let summaries: Summary[] = []
let shown: Message | undefined

const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' })
const full = new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeStyle: 'medium' })

function when(iso: string): string {
  const date = new Date(iso)
  return date.toDateString() === new Date().toDateString() ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, text: string, ...children: Node[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.textContent = text
  element.append(...children)
  return element
}

function entry(summary: Summary): HTMLLIElement {
  const time = make('time', when(summary.date))
  time.dateTime = summary.date
  const link = make('a', '', make('b', summary.subject || '(no subject)'), make('span', '', make('i', summary.to), time))
  link.href = `#${summary.id}`
  link.dataset['id'] = summary.id
  const item = document.createElement('li')
  item.append(link)
  item.dataset['search'] = `${summary.subject} ${summary.to} ${summary.from}`.toLowerCase()
  return item
}

/** Updates selection, read state and filter without replacing entries. */
function mark(): void {
  const wanted = filter.value.trim().toLowerCase()
  let visible = 0
  for (const item of list.children) {
    if (!(item instanceof HTMLElement)) continue
    item.hidden = !(item.dataset['search'] ?? '').includes(wanted)
    visible += item.hidden ? 0 : 1
    const link = item.querySelector('a')
    const id = link?.dataset['id'] ?? ''
    link?.classList.toggle('unread', !read.has(id))
    if (id === location.hash.slice(1)) link?.setAttribute('aria-current', 'true')
    else link?.removeAttribute('aria-current')
  }
  const empty = find('empty', HTMLElement)
  empty.hidden = visible > 0
  empty.textContent = summaries.length === 0 ? 'No mail yet. It appears here by itself.' : 'No message matches.'
  const unread = summaries.filter((summary) => !read.has(summary.id)).length
  document.title = unread > 0 ? `(${unread}) Inbox` : 'Inbox'
}

async function refresh(): Promise<void> {
  const newest = summaries[0]?.id ?? '0'
  const response = await fetch(`/summaries?after=${newest}`)
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const added: Summary[] = await response.json()
  if (added.length > 0) {
    summaries = [...added, ...summaries]
    const before = list.offsetHeight
    list.prepend(...added.map(entry))
    // Preserves the scroll position when entries are added above.
    if (scroller.scrollTop > 0) scroller.scrollTop += list.offsetHeight - before
  }
  mark()
}

function size(bytes: number): string {
  return bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function showAs(html: boolean): void {
  find('as-html', HTMLElement).ariaPressed = String(html)
  find('as-text', HTMLElement).ariaPressed = String(!html)
  find('html', HTMLElement).hidden = !html
  find('text', HTMLElement).hidden = html
}

async function show(): Promise<void> {
  const id = location.hash.slice(1)
  const article = find('message', HTMLElement)
  const response = /^\d+$/.test(id) ? await fetch(`/messages/${id}`) : undefined
  const message: Message | undefined = response?.ok ? await response.json() : undefined
  if (id !== location.hash.slice(1)) return
  shown = message
  article.hidden = !message
  find('hint', HTMLElement).hidden = message !== undefined
  find('hint', HTMLElement).textContent =
    response && !response.ok ? 'This message is not here any more.' : 'Choose a message to read it.'
  document.body.classList.toggle('reading', message !== undefined)
  if (message) {
    read.add(id)
    localStorage.setItem(readKey, [...read].slice(-2_000).join(','))
    const code = /(?<!\d)\d{6}(?!\d)/.exec(message.subject)?.[0]
    find('subject', HTMLElement).textContent = message.subject || '(no subject)'
    find('code', HTMLElement).hidden = code === undefined
    find('digits', HTMLElement).textContent = code ?? ''
    find('copy', HTMLElement).textContent = 'Copy code'
    find('from', HTMLElement).textContent = message.from
    find('to', HTMLElement).textContent = message.to
    const time = find('date', HTMLTimeElement)
    time.dateTime = message.date
    time.textContent = full.format(new Date(message.date))
    find('text', HTMLElement).textContent = message.text || 'This message has no plain text.'
    find('files', HTMLElement).replaceChildren(
      ...message.attachments.map((file, position) => {
        const link = make('a', file.filename, make('small', size(file.size)))
        link.href = `/messages/${id}/attachments/${position}`
        return make('li', '', link)
      }),
    )
    find('html', HTMLIFrameElement).src = `/messages/${id}/html`
    find('as-html', HTMLButtonElement).hidden = message.html === ''
    showAs(message.html !== '')
    article.scrollTop = 0
    find('subject', HTMLElement).focus()
  }
  mark()
}

const notice = find('notice', HTMLElement)
async function poll(): Promise<void> {
  try {
    await refresh()
    notice.hidden = true
  } catch {
    notice.textContent = 'The inbox does not answer. It is tried again by itself.'
    notice.hidden = false
  }
  setTimeout(() => void poll(), pollMs)
}

filter.addEventListener('input', mark)
find('as-html', HTMLElement).addEventListener('click', () => showAs(true))
find('as-text', HTMLElement).addEventListener('click', () => showAs(false))
find('copy', HTMLElement).addEventListener('click', () => {
  const digits = find('digits', HTMLElement).textContent ?? ''
  navigator.clipboard.writeText(digits).then(
    () => (find('copy', HTMLElement).textContent = 'Copied'),
    () => getSelection()?.selectAllChildren(find('digits', HTMLElement)),
  )
})
addEventListener('hashchange', () => void show())
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !shown) return
  const link = list.querySelector<HTMLElement>(`[data-id="${shown.id}"]`)
  location.hash = ''
  link?.focus()
})
void poll()
void show()
