const steps = [
  {
    when: 'The day before',
    title: 'You know what is coming',
    text: 'The problem of the next class and fifteen minutes of reading arrive in your room.',
  },
  {
    when: 'In class',
    title: 'You work, live',
    text: 'The instructor builds, stops, and asks. You try it on your own machine and say where it broke.',
  },
  {
    when: 'After class',
    title: 'Somebody reads your code',
    text: 'Your exercise is reviewed by a person, line by line, before the next class begins.',
  },
  {
    when: 'Whenever you need it',
    title: 'You watch it again',
    text: 'Each class is recorded. Missed one? It waits in your room with its notes.',
  },
] as const

/** The steps around a live class, in order. */
export function ClassWalkthrough() {
  return (
    <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map((step) => (
        <li key={step.when} className="border-t-2 border-accent pt-4">
          <p className="text-sm font-semibold text-signal">{step.when}</p>
          <h3 className="mt-1 text-lg">{step.title}</h3>
          <p className="mt-2 text-sm text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
