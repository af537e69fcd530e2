interface DemoAttempt {
  text: string
  /** What the instructor says about it. */
  words: string
  comments: readonly { line: number; text: string }[]
}

interface DemoExercise {
  batch_id: number
  /** Of the class. */
  number: number
  title: string
  text: string
  link: string | null
  /** Days after the class. */
  days: number
  /** The instructor asks for another attempt after the weak one, and accepts the good one. */
  weak: DemoAttempt
  good: DemoAttempt
}

/** Exercises of a running and of a finished batch, with what students hand in. */
export const demoWork: readonly DemoExercise[] = [
  {
    batch_id: 103,
    number: 2,
    title: 'Read three requests',
    text: 'Open a page that you use every day and look at its requests in the tools of your browser.\n\nChoose three of them. For each, write down the method, the status, and one header that surprised you. Then say in one sentence what the browser does because of that header.',
    link: null,
    days: 4,
    weak: {
      text: 'GET /            200\nGET /main.css    304\nPOST /search     200\n\nHeaders: cache-control, content-type, etag.',
      words: 'You found the right three. Now say what each header makes the browser do; that is the point of the exercise.',
      comments: [
        { line: 2, text: 'Why is this one 304 and the first one 200? The answer is in a header of the request.' },
        { line: 5, text: 'A list of names says little. Take one and follow it.' },
      ],
    },
    good: {
      text: 'GET /            200   cache-control: no-cache\nThe browser asks again each time, even when it has a copy.\n\nGET /main.css    304   etag: "5f2a"\nIt sent if-none-match with the same value, so only headers came back.\n\nPOST /search     200   content-type: application/json\nThe page parses the answer itself; nothing is shown by the browser.',
      words: 'Exactly right, and well written.',
      comments: [{ line: 2, text: 'Good. “no-cache” is a confusing name: it keeps a copy and asks before it uses it.' }],
    },
  },
  {
    batch_id: 103,
    number: 3,
    title: 'Your first pull request',
    text: 'Add one page to your project on a branch of its own. Make at least three commits, each of which works by itself.\n\nHand in the messages of your commits and the description of the pull request.',
    link: null,
    days: 7,
    weak: {
      text: 'wip\nfix\nfinal\nfinal 2\n\nPlease review.',
      words: 'The page works. The history does not help anybody yet: write what each commit changes, and why.',
      comments: [
        { line: 1, text: 'What can the project do after this commit that it could not do before?' },
        { line: 4, text: 'Join this with the one before; `git rebase -i` is in the notes of the class.' },
      ],
    },
    good: {
      text: 'Add a page that lists the books\nSort the books by author, because readers look for names\nSay so when the list is empty\n\nThe page /books shows every book of books.json.\nI tried it with no book, one book and two hundred.',
      words: 'Small commits, and each says why. Accepted.',
      comments: [{ line: 6, text: 'This sentence saves your reviewer ten minutes.' }],
    },
  },
  {
    batch_id: 103,
    number: 6,
    title: 'A form without a mouse',
    text: 'Take the form of the class and use it with the keyboard alone. Repair what you cannot reach, and label what has no name.\n\nHand in the HTML of your form.',
    link: null,
    days: 5,
    weak: {
      text: '<div class="button" onclick="send()">Send</div>',
      words: 'Which key presses this button?',
      comments: [{ line: 1, text: 'A `button` element gets focus and keys without any script.' }],
    },
    good: {
      text: '<label for="email">E-mail</label>\n<input id="email" type="email" autocomplete="email" required>\n<button>Send</button>',
      words: 'Every field has a name, and Enter sends the form.',
      comments: [],
    },
  },
  {
    batch_id: 111,
    number: 6,
    title: 'Split before you look',
    text: 'Split the rentals of the class into training and test data, then scale them. Say why the order matters.\n\nHand in your code.',
    link: null,
    days: 5,
    weak: {
      text: 'scaler = StandardScaler()\nX = scaler.fit_transform(X)\nX_train, X_test, y_train, y_test = train_test_split(X, y)\nmodel.fit(X_train, y_train)\nprint(model.score(X_test, y_test))',
      words: 'The code runs, but the test data have already been seen. Change the order and compare the scores.',
      comments: [
        { line: 2, text: 'The mean of the test rows is in here now.' },
        { line: 3, text: 'Set `random_state`, so that both of us get the same split.' },
      ],
    },
    good: {
      text: 'X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=7)\nmodel = make_pipeline(StandardScaler(), Ridge())\nmodel.fit(X_train, y_train)\nprint(model.score(X_test, y_test))\n# The scaler learns from the training rows alone, so the score is honest.',
      words: 'A pipeline makes the mistake impossible. Accepted.',
      comments: [{ line: 2, text: 'This is how you would write it at work.' }],
    },
  },
  {
    batch_id: 111,
    number: 18,
    title: 'Explain one wrong prediction',
    text: 'Choose one row on which your model is far off. Find out why, and say what you would need to get it right.',
    link: null,
    days: 7,
    weak: {
      text: 'Row 418 is wrong by 40 percent.\nThe model needs more data.',
      words: '“More data” is always true. Look at this row: which column would you ask the owner about first?',
      comments: [{ line: 2, text: 'More rows of what kind?' }],
    },
    good: {
      text: 'Row 418 is wrong by 40 percent.\nIts area is 95 square feet; its neighbours have 950.\nSomebody has lost a digit, and no column says so.\nI would check area against the number of rooms before training.',
      words: 'You read the row before you blamed the model. Very good.',
      comments: [{ line: 4, text: 'Add this check to your pipeline; the next file has the same fault.' }],
    },
  },
]
