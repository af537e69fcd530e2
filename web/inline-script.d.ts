/** The text of a script that `vite.inline-scripts.ts` builds. */
declare module 'inline-script:*' {
  const text: string
  export default text
}
