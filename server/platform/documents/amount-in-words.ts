const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const

/** Formats paise in words with Indian grouping: `Rupees one lakh twenty-five thousand and fifty paise only`. */
export function amountInWords(paise: number): string {
  const rupees = `Rupees ${words(Math.floor(paise / 100))}`
  return paise % 100 === 0 ? `${rupees} only` : `${rupees} and ${words(paise % 100)} paise only`
}

function words(number: number): string {
  for (const [scale, name] of scales) {
    if (number < scale) continue
    const rest = number % scale
    return `${words(Math.floor(number / scale))} ${name}${rest === 0 ? '' : ` ${words(rest)}`}`
  }
  if (number < 20) return small[number] ?? ''
  return number % 10 === 0 ? (tens[number / 10] ?? '') : `${tens[Math.floor(number / 10)]}-${small[number % 10]}`
}
