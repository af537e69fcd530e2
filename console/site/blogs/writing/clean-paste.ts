/**
 * Returns pasted HTML in the shapes that the editor's schema reads: headings of two levels, lists of two levels, tables of texts, one text
 * in a quote. The schema then drops everything else. The document is inert: nothing in it runs or loads.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutPolicyBreaches(html), 'text/html')
  // Pasted from this editor itself.
  if (body.querySelector('[data-pm-slice]')) return html
  for (const hidden of body.querySelectorAll('style, script, meta, link, title, o\\:p, img, svg, input, button')) hidden.remove()
  for (const bold of body.querySelectorAll('b')) {
    if (/font-weight:\s*(?:normal|400)/i.test(styleOf(bold))) bold.replaceWith(...bold.childNodes)
  }
  // Breaks between blocks would become empty paragraphs.
  for (const line of body.querySelectorAll('br'))
    if (textsBeside(line).every((beside) => !beside || isBlock(beside))) line.remove()
  listWordParagraphs(body)
  for (const table of body.querySelectorAll('table')) unwrapLayout(table)
  for (const table of body.querySelectorAll('table')) cleanTable(table)
  for (const list of body.querySelectorAll('ul, ol')) cleanList(list)
  for (const heading of body.querySelectorAll('h1, h4, h5, h6')) rename(heading, heading.localName === 'h1' ? 'h2' : 'h3')
  for (const quote of body.querySelectorAll('blockquote')) joinBlocks(quote)
  for (const element of body.querySelectorAll('*')) keepLooks(element)
  return body.innerHTML
}

/** Styles and handlers in the markup would be reported as breaches of the page's policy, although nothing applies them. */
function withoutPolicyBreaches(html: string): string {
  return html
    .replaceAll(/<style[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(/\s(?:style(?==)|on\w+(?==))/gi, (name) =>
        name.trim().toLowerCase() === 'style' ? ' data-style' : ' data-off',
      ),
    )
}

function styleOf(element: Element): string {
  return element.getAttribute('data-style') ?? ''
}

function isList(node: Node | null | undefined): node is HTMLElement {
  return node instanceof Element && /^[ou]l$/.test(node.localName)
}

/** Word writes the items of a list as paragraphs, each with its mark in front and its level in a style. */
function listWordParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const place = /mso-list:\s*(?!none|ignore)([^;]*)/i.exec(styleOf(paragraph))?.[1]
    if (place === undefined) continue
    const marks = [...paragraph.querySelectorAll('span')].filter((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
    const kind = /^[\s(]*\w{1,4}[.)]/.test(marks[0]?.textContent ?? '') ? 'ol' : 'ul'
    for (const mark of marks) mark.remove()
    const before = paragraph.previousElementSibling
    const list = before?.hasAttribute('data-word') ? before : null
    const outerItem = list?.lastElementChild
    const item = rename(paragraph, 'li')
    if (outerItem && /level[2-9]/i.test(place)) {
      const last = outerItem.lastElementChild
      const below = isList(last) ? last : outerItem.appendChild(body.ownerDocument.createElement(kind))
      below.append(item)
      continue
    }
    const id = `${kind} ${place.replace(/level\d/i, '').trim()}`
    if (list?.getAttribute('data-word') === id) {
      list.append(item)
      continue
    }
    const started = body.ownerDocument.createElement(kind)
    started.setAttribute('data-word', id)
    item.replaceWith(started)
    started.append(item)
  }
}

/** Returns the rows of a table, without those of tables in its cells. */
function rowsOf(table: Element): HTMLTableRowElement[] {
  return [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
}

/** Pages and mails lay out what they show in tables of one cell. */
function unwrapLayout(table: Element): void {
  const [first, second] = rowsOf(table)
  for (const caption of table.querySelectorAll(':scope > caption')) table.before(rename(caption, 'p'))
  if (second || (first && first.cells.length > 1)) return
  table.replaceWith(...(first?.cells[0] ?? table).childNodes)
}

/** Every row gets as many cells as the widest. A merged cell has its text once, and the places that it covers are empty. */
function cleanTable(table: Element): void {
  // A table in a cell or an item becomes lines of it.
  if (table.parentElement?.closest('td, th, li')) return
  const make = (name: string) => table.ownerDocument.createElement(name)
  const rows = rowsOf(table)
  const names = [...(rows[0]?.cells ?? [])].filter((cell) => cell.textContent.trim())
  const isHeader = Boolean(rows[0]?.closest('thead')) || (names.length > 0 && names.every(isName))
  const grid = rows.map((): Element[] => [])
  /** Where a cell begins in any row. All others are covered in each row. */
  const columns = new Set<number>()
  for (const [index, row] of rows.entries()) {
    let column = 0
    for (const cell of row.cells) {
      while (grid[index]?.[column]) column += 1
      columns.add(column)
      for (const filled of grid.slice(index, index + Math.max(1, cell.rowSpan)))
        for (let right = 0; right < cell.colSpan; right += 1) filled[column + right] ??= make('td')
      joinBlocks(cell)
      grid[index]?.[column]?.append(...cell.childNodes)
      column += cell.colSpan
    }
  }
  const ordered = [...columns].toSorted((one, other) => one - other)
  const body = make('tbody')
  for (const filled of grid) {
    const row = make('tr')
    row.append(...ordered.map((column) => filled[column] ?? make('td')))
    body.append(row)
  }
  table.replaceChildren(body)
  table.toggleAttribute('data-header', isHeader)
}

/** Whether a cell names its column: by its element, or because all of its text is bold. */
function isName(cell: Element): boolean {
  if (cell.localName === 'th') return true
  const plain = cell.cloneNode(true) as Element
  for (const part of plain.querySelectorAll('b, strong, span')) if (part.localName !== 'span' || isBold(part)) part.remove()
  return !plain.textContent.trim()
}

/** Items below an item are one list in it. What is deeper stands in that list too. */
function cleanList(list: Element): void {
  if (list.parentElement?.closest('ul, ol')) return
  adoptLists(list)
  for (const inner of list.querySelectorAll('ul, ol')) adoptLists(inner)
  for (const item of list.querySelectorAll(':scope > li')) {
    const lists = [...item.querySelectorAll('ul, ol')]
    const items = [...item.querySelectorAll('li')]
    const below = lists[0] && item.ownerDocument.createElement(lists[0].localName)
    below?.append(...items)
    // An empty block, so that the texts around it stay apart.
    for (const one of lists) rename(one, 'p').replaceChildren()
    for (const one of [item, ...items]) joinBlocks(one)
    if (below) item.append(below)
  }
}

/** Google Docs writes the list below an item behind the item instead of in it. Whatever else stands between items is one. */
function adoptLists(list: Element): void {
  for (const child of Array.from(list.childNodes)) {
    const before = child.previousSibling
    const lists = isList(child) ? [child] : hasOnlyLists(child) ? [...child.childNodes] : null
    if (lists && before instanceof Element) {
      child.remove()
      before.append(...lists)
    } else if (lists) {
      // Nothing stands above them.
      child.replaceWith(...lists.flatMap((one) => [...one.childNodes]))
      return adoptLists(list)
    } else if (child instanceof Element) {
      if (child.localName !== 'li') rename(child, 'li')
    } else if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) {
      const item = list.ownerDocument.createElement('li')
      child.replaceWith(item)
      item.append(child)
    } else child.remove()
  }
}

function hasOnlyLists(item: Node): boolean {
  return [...item.childNodes].some(isList) && [...item.childNodes].every((node) => isList(node) || !node.textContent?.trim())
}

const blocks =
  'p, div, section, article, header, footer, h1, h2, h3, h4, h5, h6, blockquote, pre, ul, ol, li, table, tr, dl, dt, dd, figure'

/** Blocks inside an element become lines of its text. */
function joinBlocks(element: Element): void {
  const { ownerDocument } = element
  for (const item of element.querySelectorAll('li')) {
    const place = [...(item.parentElement?.children ?? [])].indexOf(item) + 1
    item.prepend(item.parentElement?.localName === 'ol' ? `${place}. ` : '• ')
  }
  for (const cell of element.querySelectorAll('td, th')) if (cell.previousElementSibling) cell.prepend(' | ')
  for (const block of element.querySelectorAll(blocks)) {
    const [before, next] = textsBeside(block)
    const isEmpty = !block.textContent.trim()
    if (before && (next || !isEmpty)) block.before(ownerDocument.createElement('br'))
    if (next && !isEmpty && !isBlock(next)) block.after(ownerDocument.createElement('br'))
    block.replaceWith(...block.childNodes)
  }
  for (const part of element.querySelectorAll('caption, thead, tbody, tfoot, td, th')) part.replaceWith(...part.childNodes)
  for (const line of element.querySelectorAll(':scope > br')) if (textsBeside(line).includes(null)) line.remove()
}

/** Returns what stands before and behind a node in its element, without blanks. Null for a break, too. */
function textsBeside(node: ChildNode): (Node | null)[] {
  return (['previousSibling', 'nextSibling'] as const).map((side) => {
    let beside = node[side]
    while (beside && !isBreak(beside) && !beside.textContent?.trim()) beside = beside[side]
    return beside && !isBreak(beside) ? beside : null
  })
}

const isBreak = (node: Node) => node instanceof Element && node.localName === 'br'
const isBlock = (node: Node) => node instanceof Element && node.matches(blocks)

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

const isBold = (element: Element) => /font-weight:\s*(?:bold|[6-9]00)/i.test(styleOf(element))

/** Google Docs and Word say bold and italic in styles. All other attributes but an address go. */
function keepLooks(element: Element): void {
  const style = styleOf(element)
  const href = element.getAttribute('href')
  const isHeader = element.hasAttribute('data-header')
  const bold = isBold(element)
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
  if (href !== null) element.setAttribute('href', href)
  if (isHeader) element.setAttribute('data-header', '')
  if (element.localName !== 'span') return
  if (bold) wrapContent(element, 'strong')
  if (/font-style:\s*italic/i.test(style)) wrapContent(element, 'em')
}

function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
