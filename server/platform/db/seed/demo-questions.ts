interface DemoAnswer {
  /** The place of a student among those of the batch. */
  by: number
  text: string
  hoursLater: number
  accepted?: true
}

interface DemoQuestion {
  batch_id: number
  /** The class that it is about; null for a question to the batch. */
  class_number: number | null
  by: number
  title: string
  body: string
  /** Hours after the start of that class, or of the first class. */
  hoursAfter: number
  answers: readonly DemoAnswer[]
  /** What the demo's instructor answers, when there is one. */
  instructor?: { text: string; hoursLater: number }
}

/** What students of a running batch and of one that is over have asked. */
const questions: readonly DemoQuestion[] = [
  {
    batch_id: 103,
    class_number: 1,
    by: 2,
    title: 'Why does the browser ask twice for the same page?',
    body: 'In the network tab I see the document two times when I type the address without https:\n\n```\nGET http://localhost  301\nGET https://localhost 200\n```\n\nIs that a mistake in my server?',
    hoursAfter: 26,
    answers: [
      {
        by: 5,
        text: 'Not a mistake: the first answer only says where the page is now. Look at its Location header.',
        hoursLater: 12,
        accepted: true,
      },
    ],
  },
  {
    batch_id: 103,
    class_number: 2,
    by: 7,
    title: 'When is 204 the right status?',
    body: 'For deleting I answer 200 with the deleted record. My pair says it has to be 204. Does it matter?',
    hoursAfter: 15,
    answers: [{ by: 3, text: 'I use 204 because the page does not need the record any more.', hoursLater: 5 }],
    instructor: {
      text: 'Both are right. 204 says that there is no body, so send it when the page needs nothing. If the page offers an undo, 200 with the record saves a second request.',
      hoursLater: 24,
    },
  },
  {
    batch_id: 103,
    class_number: 3,
    by: 11,
    title: 'My branch has commits of somebody else after a rebase',
    body: 'I ran the commands of the class and now my pull request shows 14 commits. I wrote three of them:\n\n```sh\ngit fetch origin\ngit rebase main\ngit push --force\n```\n\nHow do I get back to my three?',
    hoursAfter: 20,
    answers: [{ by: 9, text: 'Had the same. It was because my local main was old.', hoursLater: 2 }],
  },
  {
    batch_id: 103,
    class_number: null,
    by: 4,
    title: 'Which editor settings do you use in class?',
    body: 'The formatting in the recordings happens on save. Which settings are these?',
    hoursAfter: 170,
    answers: [],
  },
  {
    batch_id: 111,
    class_number: 5,
    by: 1,
    title: 'Train and test error are almost equal. Is that good?',
    body: 'Both are around 31 %. I expected the test error to be higher.',
    hoursAfter: 30,
    answers: [
      {
        by: 6,
        text: 'It means the model is too simple for the data, I think. Try more features before more rows.',
        hoursLater: 8,
        accepted: true,
      },
      { by: 1, text: 'With two more columns the training error went down to 18 %. Thank you!', hoursLater: 30 },
    ],
  },
  {
    batch_id: 111,
    class_number: 9,
    by: 4,
    title: 'Does scaling come before or after the split?',
    body: 'The notebook scales all rows first. Is the test set then not known to the model?',
    hoursAfter: 12,
    answers: [
      { by: 2, text: 'After. Fit the scaler on the training rows alone, then use it for both.', hoursLater: 4, accepted: true },
    ],
  },
]

/** Rows for `load-questions.ts`. */
export const demoQuestions = questions.map(({ hoursAfter, answers, instructor, ...question }, place) => ({
  ...question,
  place,
  hours_after: hoursAfter,
  answers: answers.map(({ hoursLater, accepted = false, ...answer }) => ({ ...answer, hours_later: hoursLater, accepted })),
  of_instructor: instructor ? { text: instructor.text, hours_later: instructor.hoursLater } : null,
}))
