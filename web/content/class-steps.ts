export interface ClassStep {
  when: string
  title: string
  text: string
}

/** The steps around a live class, in order. Read by a loader, so that the texts are not part of the script. */
export const classSteps: readonly ClassStep[] = [
  {
    when: 'The day before',
    title: 'You know what is coming',
    text: 'Your room shows the problem for the next class and fifteen minutes of reading.',
  },
  {
    when: 'In class',
    title: 'You code along, live',
    text: 'The instructor builds, stops and asks questions. You try it on your own computer and ask when something fails.',
  },
  {
    when: 'After class',
    title: 'An engineer reads your code',
    text: 'We review your exercise line by line before the next class begins.',
  },
  {
    when: 'Whenever you need it',
    title: 'You can watch it again',
    text: 'Each class is recorded. If you miss one, it is in your room with its notes.',
  },
]
