// What the demo school teaches and promises, and its name. A school of another trade says none of it unless it writes it.
const tradeWords =
  /\b(?:karyashala|engineers?|developers?|software|(?:reads?|reviews?|reviewed) (?:your |their )?code|code (?:along|reviews?|was reviewed)|repositor\w+|full.stack|devops|cloud|kubernetes|react|docker|machine learning|data analyst|AI|tech talent|interviews?|(?:three|3) to (?:four|4) months|in the evening|at weekends|small batches|portfolio|by doing the work|lead to work)\b/gi

/** Returns what a text says of the demo school's trade. */
export function tradeWordsIn(text: string): string[] {
  return [...new Set([...text.matchAll(tradeWords)].map(([found]) => found.toLowerCase()))]
}
