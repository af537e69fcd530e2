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
    text: 'You find the problem of the next class and fifteen minutes of reading in your room.',
  },
  {
    when: 'In class',
    title: 'You work, live',
    text: 'The instructor builds, stops, and asks. You try it on your own computer and ask when it fails.',
  },
  {
    when: 'After class',
    title: 'Somebody reads your code',
    text: 'Your exercise is reviewed by a person, line by line, before the next class begins.',
  },
  {
    when: 'Whenever you need it',
    title: 'You watch it again',
    text: 'Each class is recorded. If you miss one, it is in your room with its notes.',
  },
]
