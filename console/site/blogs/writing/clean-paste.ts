/**
 * Returns pasted HTML in the shapes that the editor's schema reads: headings of two levels, flat lists, one text in a quote.
 * The schema then drops everything else. The document is inert: nothing in it runs or loads.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutPolicyBreaches(html), 'text/html')
  // Pasted from this editor itself.
  if (body.querySelector('[data-pm-slice]')) return html
  for (const hidden of body.querySelectorAll('style, script, meta, link, title, o\\:p, img, svg, input, button')) hidden.remove()
  listWordParagraphs(body)
  for (const heading of body.querySelectorAll('h1, h4, h5, h6')) rename(heading, heading.localName === 'h1' ? 'h2' : 'h3')
  for (const quote of body.querySelectorAll('blockquote')) joinParagraphs(quote)
  for (const nested of [...body.querySelectorAll('li ul, li ol')].toReversed()) {
    nested.closest('li')?.after(...nested.children)
    nested.remove()
  }
  for (const item of body.querySelectorAll('li')) joinParagraphs(item)
  for (const cell of body.querySelectorAll('td, th')) rename(cell, 'p')
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

/** Word writes the items of a list as paragraphs, each with its mark in front. */
function listWordParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    if (!/mso-list:\s*(?!none)/i.test(paragraph.getAttribute('data-style') ?? '')) continue
    const marks = [...paragraph.querySelectorAll('span')].filter((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''),
    )
    const kind = /^\s*\w{1,4}[.)]/.test(marks[0]?.textContent ?? '') ? 'ol' : 'ul'
    for (const mark of marks) mark.remove()
    const before = paragraph.previousElementSibling
    const list =
      before?.localName === kind && before.hasAttribute('data-word') ? before : paragraph.ownerDocument.createElement(kind)
    if (list !== before) {
      list.setAttribute('data-word', '')
      paragraph.before(list)
    }
    list.append(rename(paragraph, 'li'))
  }
}

/** Paragraphs inside an element become lines of its text. */
function joinParagraphs(element: Element): void {
  const paragraphs = [...element.querySelectorAll('p, div')]
  for (const paragraph of paragraphs) {
    if (paragraph.previousSibling?.textContent?.trim()) paragraph.before(element.ownerDocument.createElement('br'))
    paragraph.replaceWith(...paragraph.childNodes)
  }
}

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

/** Google Docs and Word say bold and italic in styles. All other attributes but an address go. */
function keepLooks(element: Element): void {
  const style = element.getAttribute('data-style') ?? ''
  const href = element.getAttribute('href')
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
  if (href !== null) element.setAttribute('href', href)
  if (element.localName === 'b' && /font-weight:\s*(?:normal|400)/i.test(style)) element.replaceWith(...element.childNodes)
  else if (element.localName === 'span') {
    if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrapContent(element, 'strong')
    if (/font-style:\s*italic/i.test(style)) wrapContent(element, 'em')
  }
}

function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
