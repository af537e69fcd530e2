interface Part {
  /** Where it begins in the text. */
  at: number
  isCode: boolean
  text: string
}

const fence = /^ {0,3}```[\w+#.-]{0,20}[ \t]*$/

/** Splits text into code, which stands between lines of three backticks, and the words around it. A fence may lack its end. */
export function splitCode(text: string): Part[] {
  const parts: Part[] = []
  let open: Part = { at: 0, isCode: false, text: '' }
  let at = 0
  let isFirst = true
  const close = () => {
    if (open.text.trim() !== '') parts.push(open)
  }
  for (const line of text.split('\n')) {
    const next = at + line.length + 1
    if (fence.test(line.replace(/\r$/, ''))) {
      close()
      open = { at: next, isCode: !open.isCode, text: '' }
      isFirst = true
    } else {
      open.text += isFirst ? line : `\n${line}`
      isFirst = false
    }
    at = next
  }
  close()
  return parts.map((part) => (part.isCode ? part : { ...part, text: part.text.trim() }))
}
