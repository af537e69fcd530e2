/** Whether a text has only letters of the scripts for which documents have fonts (`server/platform/fonts/fonts.ts`), and no emoji. */
export function hasPrintableScripts(text: string): boolean {
  return !unprintable.test(text)
}
const unprintable =
  /[^\p{Script=Latin}\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/u

export const printableMessage =
  'Please write this in English letters or in Bengali, Devanagari, Gujarati, Gurmukhi, Kannada, Malayalam, Odia, Tamil, Telugu or Urdu.'
