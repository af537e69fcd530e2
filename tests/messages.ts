/**
 * Every message, constant and timing that the specification lists for states (4), validation (5), errors and
 * successes (8) and constants (9), each with the test that proves it in the browser or over the API.
 */
export interface Proof {
  section: 4 | 5 | 8 | 9
  /** Words that a reader gets, as they stand in the product. */
  text?: string
  /** The whole sentence of the product, where `text` is a part of it. */
  sentence?: string
  /** What is promised without words of its own. */
  rule?: string
  /** A constant as the product's source has it, which stands there once. */
  source?: string
  /** Why words stand in more places than one, and in how many. */
  again?: { times: number; why: string }
  file: string
  /** Title as it runs: what is filled into a title stands in it filled in. */
  test: string
}

type Row = Omit<Proof, 'section' | 'file'>

const session = 'tests/e2e/session.test.ts'
const signIn = 'tests/e2e/sign-in.test.ts'
const change = 'tests/e2e/change.test.ts'
const profile = 'tests/e2e/profile.test.ts'
const paying = 'tests/e2e/paying.test.ts'
const purchase = 'tests/e2e/purchase.test.ts'
const timing = 'tests/e2e/timings.test.ts'
const forms = 'tests/e2e/forms.test.ts'
const pages = 'tests/e2e/pages.test.ts'
const sessionState = 'web/lib/session.test.ts'
const content = 'tests/e2e/content-pages.test.ts'
const videos = 'tests/e2e/videos.test.ts'
const enquiries = 'server/enquiries/submit-enquiry.test.ts'
const registering = 'server/accounts/register.test.ts'

const rows = (section: Proof['section'], file: string, list: Row[]): Proof[] => list.map((row) => ({ section, file, ...row }))

const restored = 'with an access token profile and courses are asked for together, and the user is kept'
const signsIn = 'signs in: tokens and user are kept, the courses are loaded, and the way leads home'
const loggedOut = 'a logout whose call is refused still logs out here'
const refreshed = 'a 401 is refreshed once, the new token is kept, and the request is made again'
const refreshRefused = 'a refresh that is refused ends the session, forgets the code of an earlier flow, and leads to the login'
const opened = 'payment starts at once with the stored token; checkout gets paise, rupees by name, the brand and who pays'
const verified = 'what was paid is verified, and the card shows course, payment, order and amount and leads to the courses'
const popup = 'needs every field, sends once, keeps the tokens and starts the payment again'
const registers = 'goes out once, keeps address and flow, and goes on to the code'
const needs = 'needs every field, ten digits and an address, beside the fields and in a toast'
const code = 'is typed into one input of at most six characters, four to six of them digits'
const typing = 'a headline is typed by 50 ms, stands for 1 s, is deleted by 25 ms, and the next begins after 300 ms'
const dropdowns = 'dropdowns open, close with Escape and give the focus back; the mobile lists exclude each other'

const states: Proof[] = [
  ...rows(4, session, [
    { rule: 'With a stored access token profile and enrolled courses load together', test: restored },
    {
      rule: 'Without one a cached user is restored',
      test: 'without a token the cached user is restored, with nothing asked: Asha Patil',
    },
    {
      rule: 'A profile without a student clears the user and the cached user',
      test: 'a profile without a student, or none at all, clears the user without a word',
    },
    { rule: 'A 401 triggers one refresh; the new access token is stored and the request made again', test: refreshed },
    {
      rule: 'One refresh attempt per request',
      test: 'a request that is refused again after its refresh is not refreshed twice',
    },
    { rule: 'A refused refresh removes tokens, OTP e-mail and flow, and goes to /login', test: refreshRefused },
    { rule: 'Logout calls the API and falls back to a local logout when that fails', test: loggedOut },
    { rule: 'Logout removes tokens and user, and clears local and session storage', test: loggedOut },
    { text: 'Logged out successfully', test: loggedOut },
  ]),
  ...rows(4, sessionState, [
    {
      rule: 'After the start loading ends',
      test: 'profile and courses that both fail at the start keep their message, and loading ends',
    },
    {
      rule: 'Login clears any error and loads the courses',
      test: 'a login clears any error and loads the courses; a logout empties both',
    },
    { rule: 'Logout empties courses and error', test: 'a login clears any error and loads the courses; a logout empties both' },
  ]),
  ...rows(4, purchase, [
    { rule: 'Logout removes tokens, user, courses and error', test: 'logging out leaves nothing of the session in the browser' },
    {
      rule: 'A dismissed checkout goes to /home and loads anew',
      test: 'a checkout that is dismissed takes nothing, says so and goes home',
    },
  ]),
  ...rows(4, timing, [
    { rule: 'Logout goes to /home after 800 ms', source: 'logoutRedirect: 800', test: 'a logout goes home after 800 ms' },
    {
      rule: 'A verified change loads the page anew after 1200 ms',
      source: 'profileReload: 1200',
      test: 'a changed profile loads anew after 1200 ms',
    },
    {
      text: 'Payment cancelled by user',
      test: 'a cancelled payment stands at home at once and loads anew after 100 ms',
    },
    {
      rule: 'A dismissed checkout reloads after 100 ms',
      source: 'cancelReload: 100',
      test: 'a cancelled payment stands at home at once and loads anew after 100 ms',
    },
    { rule: 'A headline is typed by 50 ms a character', source: 'typing: 50', test: typing },
    { rule: 'A headline is deleted by 25 ms a character', source: 'deleting: 25', test: typing },
    { rule: 'A complete headline stands for 1 s', source: 'headlineHold: 1000', test: typing },
    { rule: 'The next headline begins after 300 ms', source: 'headlineSwitch: 300', test: typing },
  ]),
  ...rows(4, signIn, [
    {
      rule: 'Login sends an OTP and goes to /verify-otp',
      test: 'sends once, says that the code is on its way, keeps the address and goes on to the code',
    },
    { rule: 'Registration stores e-mail and the flow marker, and goes to /verify-otp', test: registers },
    { rule: 'A verified OTP stores access, refresh and user, loads the courses and goes to /home', test: signsIn },
    {
      rule: '/verify-otp without a stored e-mail and a user goes to /login',
      test: 'is asked of nobody in particular only at the login; who is signed in may stay',
    },
  ]),
  ...rows(4, profile, [
    {
      rule: 'Editing opens a field, Update opens the OTP dialog',
      test: 'an e-mail is changed with the code that went to it, and the address of before can undo it',
    },
    {
      rule: 'Cancel restores the values',
      test: 'a pasted phone loses its prefix, what does not change is not sent, and Cancel restores',
    },
  ]),
  ...rows(4, paying, [
    { rule: 'Payment starts at once with the stored token, and checkout opens with the order', test: opened },
    { rule: 'A completed checkout is verified; the card shows course, payment ID, order ID and amount', test: verified },
    {
      text: 'My Courses',
      test: verified,
    },
    { text: 'Confirm & Pay', test: popup },
    { rule: 'Start answering 401 opens the registration: name, phone, email', test: popup },
    {
      text: 'Cancel',
      again: { times: 3, why: 'the label of the button that leaves a form, of the profile, of a payment and of a request' },
      test: 'Cancel leads home',
    },
    { rule: 'Registration with type enroll stores the tokens and starts the payment again', test: popup },
    {
      text: 'You have already enrolled in this batch.',
      test: '"You have already paid for this batch." is news and leads home',
    },
    {
      rule: 'An error that mentions already enrolled is the same news',
      test: '"Student is already enrolled." is news and leads home',
    },
    {
      text: 'Failed to load Razorpay SDK. Please check your connection.',
      test: 'a checkout script that can not be loaded is said, and tried again',
    },
    { text: 'Order data is missing', test: 'an order that lacks its data is said' },
    {
      rule: '/verify-payment says that it succeeded and goes to /profile',
      test: 'says that it succeeded and goes on to the profile',
    },
    { rule: '/verify-payment needs razorpay_payment_id', test: 'needs razorpay_payment_id' },
    { rule: '/verify-payment needs razorpay_order_id', test: 'needs razorpay_order_id' },
    { rule: '/verify-payment needs razorpay_signature', test: 'needs razorpay_signature' },
  ]),
  ...rows(4, pages, [
    { rule: 'Mobile menu and dropdowns open and close', test: dropdowns },
    {
      rule: 'Footer sections open and close',
      test: 'the sections of the footer open and close on a phone, each on its own',
    },
  ]),
]

const validation: Proof[] = [
  ...rows(5, signIn, [
    { text: 'Phone number must be exactly 10 digits.', test: needs },
    { text: 'Phone number must be 10 digits', test: needs },
    { rule: 'Registration has a pattern of 10 digits', test: needs },
    { rule: 'All fields of registration are required, the e-mail in its format', test: needs },
    {
      rule: 'Login takes an e-mail, required, and checks nothing else',
      test: 'asks for an e-mail and nothing else, and says beside the field and in a toast what is missing',
    },
    { text: 'Enter OTP', test: code },
    { rule: 'The OTP input is text, required, of at most 6 characters', test: code },
    { rule: 'The OTP pattern is 4 to 6 digits', source: '/^\\d{4,6}$/', test: code },
  ]),
  ...rows(5, paying, [
    { rule: 'All fields of the registration for a payment are required; ten digits, e-mail in its format', test: popup },
    { rule: 'The payment registration strips what is no digit and keeps ten', test: popup },
  ]),
  ...rows(5, forms, [
    {
      rule: 'Ten digits for hiring, of which what is no digit is stripped',
      test: 'hiring: says beside each field and in a toast what is wrong, and calls nobody',
    },
    {
      rule: 'Ten digits for research',
      test: 'research of a professor, in the dialog: says beside each field and in a toast what is wrong, and calls nobody',
    },
    {
      text: 'Please use your official/company email, not a private one.',
      test: 'hiring: says beside each field and in a toast what is wrong, and calls nobody',
    },
    {
      text: 'Please use your official/institutional email, not a private one.',
      test: 'research of a student, on its own page: says beside each field and in a toast what is wrong, and calls nobody',
    },
    {
      rule: 'All fields of callback, hiring and research are required, e-mail fields in their format',
      test: 'each field that has to be filled in says so to browsers, addresses as addresses',
    },
    {
      rule: 'All fields of the callback are required',
      test: 'callback: says beside each field and in a toast what is wrong, and calls nobody',
    },
    {
      text: 'Please write a message.',
      test: 'research of a student, on its own page: says beside each field and in a toast what is wrong, and calls nobody',
    },
  ]),
  ...rows(5, enquiries, [
    { rule: 'The server refuses private addresses as well', test: 'a private address at gmail.com is no official one' },
  ]),
  ...rows(5, profile, [
    {
      text: 'No changes detected.',
      test: 'a pasted phone loses its prefix, what does not change is not sent, and Cancel restores',
    },
    {
      rule: 'What does not change makes no call',
      test: 'a pasted phone loses its prefix, what does not change is not sent, and Cancel restores',
    },
    {
      rule: 'Field errors of the server stand beside e-mail and phone',
      test: 'what the server says of a field stands beside it, and what it does not say has words of its own',
    },
  ]),
  ...rows(5, change, [
    { rule: 'Of a list of field errors the first is shown', test: 'a change that is refused says the first words of the e-mail' },
  ]),
  ...rows(5, pages, [
    { rule: 'Enroll is disabled until a batch is chosen', test: 'Enroll can be pressed once a batch is chosen' },
  ]),
]

const list = 'lists stand while they load, and say when they can not be read'
const absent = 'what is not there answers 404 in its own words and leads on'
const unread = 'policies and blogs that can not be read say so'
const noVideos = 'says what is missing, unknown, empty or not to be read'
const unknown = 'unknown pages and courses answer 404 with a way on'
const history = 'that can not be read says so in a toast and inline, and can be tried again'
const firstPurchase = 'a new visitor finds a course, registers with the code from the mail, pays, and sees course and payment'

const messages: Proof[] = [
  ...rows(8, session, [
    { rule: '401 with a refresh token: refresh once, retry', test: refreshed },
    { rule: 'A refresh that fails clears the session and goes to /login', test: refreshRefused },
    {
      text: 'Failed to fetch enrolled courses',
      test: 'courses that fail are emptied and said, in a toast and on their page',
    },
    {
      text: 'Authentication error',
      test: 'profile and courses that both fail at the start are one authentication error',
    },
    {
      rule: 'A profile that fails alone clears the user without a message',
      test: 'a profile without a student, or none at all, clears the user without a word',
    },
    { text: 'Logged out successfully', test: 'a logout whose call can not be made still logs out here' },
    { text: 'Logout failed', test: 'a logout that can not even begin says so, and can be tried again' },
    {
      rule: 'A failed logout shows detail, message, or its own words',
      test: 'logging out everywhere fails in the words of the server, or says that it failed',
    },
  ]),
  ...rows(8, sessionState, [
    {
      rule: 'Enrolled courses that can not be fetched are emptied and their message is stored',
      test: 'courses that can not be fetched are emptied and keep their message; the next that can clear it',
    },
    {
      rule: 'A start that fails stores its message',
      test: 'profile and courses that both fail at the start keep their message, and loading ends',
    },
    { rule: 'A profile that fails alone stores none', test: 'a profile that fails alone leaves no message' },
  ]),
  ...rows(8, signIn, [
    {
      text: 'Unauthorized. Please check your credentials.',
      test: 'answers 401 with its own words and keeps what was typed',
    },
    {
      text: 'Unable to send OTP. Please check your email and try again.',
      test: 'answers 400 with its own words and keeps what was typed',
    },
    {
      text: 'OTP was successfully sent to your email.',
      test: 'sends once, says that the code is on its way, keeps the address and goes on to the code',
    },
    {
      text: 'An account with this email or phone number already exists. Please use a different email or phone number.',
      test: 'answers 409 in a toast and below the form, and loses nothing',
    },
    {
      rule: "Another refused registration shows the server's message",
      test: "answers the server's words in a toast and below the form, and loses nothing",
    },
    {
      text: 'Registration failed. Please try again.',
      test: 'answers an answer without words in a toast and below the form, and loses nothing',
    },
    { text: 'Registration successful! Please verify OTP.', test: registers },
    { text: 'OTP verified successfully!', test: signsIn },
    { text: 'Invalid OTP. Please try again.', test: 'that fails says {} as "Invalid OTP. Please try again."' },
  ]),
  ...rows(8, registering, [
    {
      rule: 'The server answers 409 to a registration with what is taken',
      test: 'an address or phone of a verified account is refused with its field',
    },
  ]),
  ...rows(8, profile, [
    {
      text: 'Go to Login',
      again: { times: 2, why: 'the label of a link in the profile and in the payment history' },
      test: 'a profile that can not be loaded says so and leads to the login',
    },
    {
      text: 'Error updating profile.',
      test: 'what the server says of a field stands beside it, and what it does not say has words of its own',
    },
    {
      text: 'OTP sent to your email. Please verify.',
      test: 'an e-mail is changed with the code that went to it, and the address of before can undo it',
    },
    {
      text: 'Invalid or expired OTP.',
      test: 'an e-mail is changed with the code that went to it, and the address of before can undo it',
    },
    {
      text: 'Profile updated successfully!',
      test: 'an e-mail is changed with the code that went to it, and the address of before can undo it',
    },
  ]),
  ...rows(8, change, [
    {
      rule: 'A refused change shows the words of the e-mail',
      test: 'a change that is refused says the first words of the e-mail',
    },
    { rule: 'A refused change shows the words of the phone', test: 'a change that is refused says the first words of the phone' },
    { rule: 'A refused change shows the message', test: 'a change that is refused says the message' },
    { text: 'Error updating profile.', test: 'a change that is refused says an error' },
    { rule: 'A refused code shows the detail', test: 'a code of a change that is refused says the detail' },
    { rule: 'A refused code shows the message', test: 'a code of a change that is refused says the message' },
    { text: 'Invalid or expired OTP.', test: 'a code of a change that is refused says that it is invalid or expired' },
    {
      rule: 'A profile that can not be loaded has a message and a link to the login',
      test: 'a profile that is not answered says so and leads to the login',
    },
  ]),
  ...rows(8, content, [
    { text: 'Failed to fetch projects', sentence: 'Error: Failed to fetch projects', test: list },
    { text: 'Failed to load upcoming batches', test: list },
    { text: 'Policy not found.', test: absent },
    { text: 'Failed to load policy.', test: unread },
    { text: 'Failed to load Terms & Conditions.', test: unread },
    { text: 'Terms & Conditions not found.', test: 'terms that are gone say so in their own words' },
  ]),
  ...rows(8, paying, [
    {
      rule: 'A payment that does not start shows the message',
      test: 'a payment that does not start says the message, in a toast and inline',
    },
    { rule: 'Else the error field', test: 'a payment that does not start says the error field, in a toast and inline' },
    { rule: 'Else the raw body', test: 'a payment that does not start says the raw body, in a toast and inline' },
    {
      rule: 'Else that the connection is gone',
      test: 'a payment that does not start says that the connection is gone, in a toast and inline',
    },
    {
      text: 'This phone number is already used. Please use another.',
      test: 'that is answered with a 500 says so and loses nothing',
    },
    {
      rule: 'Errors of full_name, phone_number and email stand beside them, the message in a toast',
      test: 'that is answered with words says so and loses nothing',
    },
    {
      text: 'Registration failed. Please try again.',
      test: 'that is answered with fields alone says so and loses nothing',
    },
    {
      text: 'Something went wrong. Please try again.',
      test: 'that is answered with nothing says so and loses nothing',
    },
    { rule: 'A refused verification shows the message', test: 'says the message, in a toast and inline' },
    { rule: 'Else the raw data', test: 'says the raw answer, in a toast and inline' },
    { text: 'Payment verification failed', test: 'says that it failed, in a toast and inline' },
    { text: 'Missing payment details in URL.', test: 'needs razorpay_signature' },
    { text: 'Payment verified successfully!', test: 'says that it succeeded and goes on to the profile' },
    { text: 'Failed to load payment details.', test: history },
    { text: 'Unable to load your payment history.', test: history },
    {
      text: 'Server did not return valid JSON.',
      test: 'that is no list says so in a toast and inline, and can be tried again',
    },
    { text: 'No payments found.', test: history },
    { text: 'Access token not found. Please log in.', test: 'needs an access token' },
  ]),
  ...rows(8, pages, [
    {
      text: 'Failed to load course details',
      test: 'a course that can not be read says so and is tried again',
    },
    {
      text: 'Try Again',
      again: { times: 15, why: 'the label of the button beside everything that could not be read' },
      test: 'a course that can not be read says so and is tried again',
    },
    { text: 'Course not found', test: unknown },
    { text: 'Go Back', test: unknown },
    { text: 'Failed to load courses', test: 'courses that can not be read say so on their page, which stands' },
    {
      text: 'Course link copied to clipboard!',
      test: 'the share button copies the plain address of the course',
    },
  ]),
  ...rows(8, videos, [
    { text: 'Failed to load videos', test: noVideos },
    { text: 'Batch ID is missing', test: noVideos },
    { text: 'No videos available', test: noVideos },
  ]),
  ...rows(8, forms, [
    {
      text: 'Submission failed. Please try again.',
      test: 'research of a student, on its own page: loses nothing when the server fails or refuses, and can be sent again',
    },
    {
      text: 'Failed to submit your request. Please try again.',
      test: 'hiring: loses nothing when the server fails or refuses, and can be sent again',
    },
    {
      text: 'Something went wrong.',
      test: 'callback: loses nothing when the server fails or refuses, and can be sent again',
    },
    {
      text: 'Your Enquiry Form has been submitted successfully.',
      test: 'callback: reaches the school once, thanks the sender, and leaves an empty form',
    },
    {
      text: 'Your request has been submitted successfully!',
      test: 'hiring: reaches the school once, thanks the sender, and leaves an empty form',
    },
    {
      text: 'Your research request has been submitted successfully!',
      test: 'research of a professor, in the dialog: reaches the school once, thanks the sender, and leaves an empty form',
    },
  ]),
  ...rows(8, purchase, [
    { text: 'Registration successful! Please verify OTP.', test: firstPurchase },
    { text: 'OTP verified successfully!', test: firstPurchase },
    { text: 'Payment verified successfully!', test: firstPurchase },
  ]),
]

const formToasts = 'of forms and payments close after 3000 ms at the bottom right'
const accountToasts = 'of the account close after 5000 ms at the top right'
const waiting = 'of the account wait while they are pointed at, and while the window has no focus'

const constants: Proof[] = [
  ...rows(9, signIn, [
    { rule: 'A phone has 10 digits', source: 'phonePattern = /^\\d{10}$/', test: needs },
    { rule: 'An OTP has at most 6 characters', source: 'codeLength = 6', test: code },
    { rule: 'An OTP has 4 to 6 digits', test: code },
    { rule: 'Access and refresh token stand in local storage', test: signsIn },
  ]),
  ...rows(9, paying, [
    { rule: 'Checkout gets the amount multiplied by 100', source: 'Math.round(order.amount * 100)', test: opened },
    { text: 'INR', test: opened },
    { text: '#3399cc', test: opened },
    { rule: 'Prices carry the rupee sign', test: verified },
    { rule: 'Amounts of the history are in Indian number format', test: 'takes a list, and writes amounts as one does in India' },
  ]),
  ...rows(9, enquiries, [
    { text: 'gmail.com', test: 'a private address at gmail.com is no official one' },
    { text: 'yahoo.co.in', test: 'a private address at yahoo.co.in is no official one' },
    { text: 'yahoo.com', test: 'a private address at yahoo.com is no official one' },
    { text: 'hotmail.com', test: 'a private address at hotmail.com is no official one' },
    { text: 'outlook.com', test: 'a private address at outlook.com is no official one' },
    { text: 'rediffmail.com', test: 'a private address at rediffmail.com is no official one' },
  ]),
  ...rows(9, pages, [
    {
      rule: 'Prime courses are those of Full Stack, AI, ML, Cloud, DevOps',
      source: "['Full Stack', 'AI', 'ML', 'Cloud', 'DevOps']",
      test: 'the landing page names the length of a program and shows prime courses by their words',
    },
    {
      text: '3 to 4 months',
      sentence: 'Programs of 3 to 4 months, taught live in the evening and at weekends.',
      test: 'the landing page names the length of a program and shows prime courses by their words',
    },
  ]),
  ...rows(9, content, [
    {
      rule: 'Policies are 4 terms, 5 privacy, 6 refund',
      source: '{ terms: 4, privacy: 5, refund: 6 }',
      test: 'each page has a title, a description, one canonical address and readable data of its own, and is kept',
    },
    { text: 'within 24 hours on business days', test: 'every page reads whole without JavaScript' },
  ]),
  ...rows(9, forms, [
    {
      text: 'within 24 hours on business days',
      test: 'hiring: reaches the school once, thanks the sender, and leaves an empty form',
    },
  ]),
  ...rows(9, timing, [
    { rule: 'Toasts of forms and payments stand at the bottom right', source: 'position="bottom-right"', test: formToasts },
    { rule: 'Toasts of the account stand at the top right', source: 'position="top-right"', test: accountToasts },
    { rule: 'Toasts of forms and payments close after 3000 ms', source: 'formToast: 3000', test: formToasts },
    { rule: 'Toasts of the account close after 5000 ms', source: 'accountToast: 5000', test: accountToasts },
    {
      rule: 'Toasts of the account are dragged by touch, away at 80 percent',
      source: 'draggablePercent={80}',
      test: 'of the account are thrown away by a finger over 80 percent of their width, and not by a mouse',
    },
    { rule: 'Toasts of the account pause on hover', source: 'pauseOnHover', test: waiting },
    { rule: 'Toasts of the account pause on focus loss', source: 'pauseOnFocusLoss', test: waiting },
    {
      rule: 'Toasts of the account are reached by Alt+T',
      source: "event.altKey && event.code === 'KeyT'",
      test: 'of the account are reached by Alt+T',
    },
    {
      rule: 'Logout redirect 800, profile reload 1200, reload after a cancel 100, typing 50 and 25, hold 1000, switch 300',
      test: 'the timings are those of the specification',
    },
  ]),
]

export const proofs: readonly Proof[] = [...states, ...validation, ...messages, ...constants]
