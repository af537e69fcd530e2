/**
 * Every message, constant and timing of the specification's sections on states (4), validation (5), errors and
 * successes (8) and constants (9), each with the test that checks it in the browser or over the API.
 */
export interface Proof {
  section: 4 | 5 | 8 | 9
  /** A message, exactly as in the product. */
  text?: string
  /** The whole string of the product if `text` is only a part of it. */
  sentence?: string
  /** A rule without a message. */
  rule?: string
  /** A constant exactly as in the product's source, where it occurs once. */
  source?: string
  /** How often a text occurs in the product if more than once, and why. */
  again?: { times: number; why: string }
  file: string
  /** The id at the end of the test title. */
  test: `TXT-${number}`
}

type Row = Omit<Proof, 'section' | 'file'>

const session = 'tests/e2e/session.test.ts'
const signIn = 'tests/e2e/sign-in.test.ts'
const change = 'tests/e2e/change.long.test.ts'
const profile = 'tests/e2e/profile.long.test.ts'
const paying = 'tests/e2e/paying.long.test.ts'
const purchase = 'tests/e2e/purchase.test.ts'
const timing = 'tests/e2e/timings.long.test.ts'
const forms = 'tests/e2e/forms.long.test.ts'
const pages = 'tests/e2e/pages.test.ts'
const sessionState = 'web/lib/session.test.ts'
const content = 'tests/e2e/content-pages.long.test.ts'
const videos = 'tests/e2e/videos.long.test.ts'
const enquiries = 'server/people/enquiries/submit-enquiry.test.ts'
const registering = 'server/people/accounts/register.test.ts'

const rows = (section: Proof['section'], file: string, list: Row[]): Proof[] => list.map((row) => ({ section, file, ...row }))

const restored = 'TXT-001'
const signsIn = 'TXT-018'
const loggedOut = 'TXT-007'
const refreshed = 'TXT-004'
const refreshRefused = 'TXT-006'
const opened = 'TXT-022'
const verified = 'TXT-023'
const popup = 'TXT-024'
const registers = 'TXT-017'
const requiredFields = 'TXT-036'
const code = 'TXT-038'
const typing = 'TXT-015'
const dropdowns = 'TXT-034'

const states: Proof[] = [
  ...rows(4, session, [
    { rule: 'Profile and enrolled courses load together when an access token is stored', test: restored },
    {
      rule: 'The cached user is restored when no access token is stored',
      test: 'TXT-002',
    },
    {
      rule: 'A profile without a student clears the user and the cached user',
      test: 'TXT-003',
    },
    { rule: 'A 401 triggers one refresh, stores the new access token and repeats the request', test: refreshed },
    {
      rule: 'One refresh attempt per request',
      test: 'TXT-005',
    },
    { rule: 'A refused refresh removes tokens, OTP e-mail and flow, and goes to /login', test: refreshRefused },
    { rule: 'Logout calls the API and logs out locally when the call fails', test: loggedOut },
    { rule: 'Logout removes tokens and user, and clears local and session storage', test: loggedOut },
    { text: 'Logged out successfully', test: loggedOut },
  ]),
  ...rows(4, sessionState, [
    {
      rule: 'Loading ends after the start',
      test: 'TXT-008',
    },
    {
      rule: 'Login clears any error and loads the courses',
      test: 'TXT-009',
    },
    { rule: 'Logout empties courses and error', test: 'TXT-009' },
  ]),
  ...rows(4, purchase, [
    { rule: 'Logout removes tokens, user, courses and error', test: 'TXT-010' },
    {
      rule: 'A dismissed checkout goes to /home and reloads',
      test: 'TXT-011',
    },
  ]),
  ...rows(4, timing, [
    { rule: 'Logout goes to /home after 800 ms', source: 'logoutRedirect: 800', test: 'TXT-012' },
    {
      rule: 'A verified change reloads the page after 1200 ms',
      source: 'profileReload: 1200',
      test: 'TXT-013',
    },
    {
      text: 'Payment cancelled by user',
      test: 'TXT-014',
    },
    {
      rule: 'A dismissed checkout reloads after 100 ms',
      source: 'cancelReload: 100',
      test: 'TXT-014',
    },
    { rule: 'A headline is typed at 50 ms per character', source: 'typing: 50', test: typing },
    { rule: 'A headline is deleted at 25 ms per character', source: 'deleting: 25', test: typing },
    { rule: 'A complete headline stays for 1 s', source: 'headlineHold: 1000', test: typing },
    { rule: 'The next headline begins after 300 ms', source: 'headlineSwitch: 300', test: typing },
  ]),
  ...rows(4, signIn, [
    {
      rule: 'Login sends an OTP and goes to /verify-otp',
      test: 'TXT-016',
    },
    { rule: 'Registration stores e-mail and the flow marker, and goes to /verify-otp', test: registers },
    { rule: 'A verified OTP stores access, refresh and user, loads the courses and goes to /home', test: signsIn },
    {
      rule: '/verify-otp without a stored e-mail and a user goes to /login',
      test: 'TXT-019',
    },
  ]),
  ...rows(4, profile, [
    {
      rule: 'Edit opens a field and Update opens the OTP dialog',
      test: 'TXT-020',
    },
    {
      rule: 'Cancel restores the values',
      test: 'TXT-021',
    },
  ]),
  ...rows(4, paying, [
    { rule: 'Payment starts at once with the stored token and opens checkout with the order', test: opened },
    { rule: 'A completed checkout is verified; the card shows course, payment ID, order ID and amount', test: verified },
    {
      text: 'My Courses',
      test: verified,
    },
    { text: 'Confirm & Pay', test: popup },
    { rule: 'A 401 on start opens the registration form with name, phone and email', test: popup },
    {
      text: 'Cancel',
      again: { times: 3, why: 'a button label in the profile, in a payment and in a request' },
      test: 'TXT-025',
    },
    { rule: 'Registration with type enroll stores the tokens and starts the payment again', test: popup },
    {
      text: 'You have already enrolled in this batch.',
      test: 'TXT-026',
    },
    {
      rule: 'An error that mentions already enrolled shows the same message',
      test: 'TXT-027',
    },
    {
      text: 'Failed to load Razorpay SDK. Please check your connection.',
      test: 'TXT-028',
    },
    { text: 'Order data is missing', test: 'TXT-029' },
    {
      rule: '/verify-payment shows its success message and goes to /profile',
      test: 'TXT-030',
    },
    { rule: '/verify-payment needs razorpay_payment_id', test: 'TXT-031' },
    { rule: '/verify-payment needs razorpay_order_id', test: 'TXT-032' },
    { rule: '/verify-payment needs razorpay_signature', test: 'TXT-033' },
  ]),
  ...rows(4, pages, [
    { rule: 'Mobile menu and dropdowns open and close', test: dropdowns },
    {
      rule: 'Footer sections open and close',
      test: 'TXT-035',
    },
  ]),
]

const validation: Proof[] = [
  ...rows(5, signIn, [
    { text: 'Phone number must be exactly 10 digits.', test: requiredFields },
    { text: 'Phone number must be 10 digits', test: requiredFields },
    { rule: 'The registration pattern is 10 digits', test: requiredFields },
    { rule: 'Registration requires all fields and a valid e-mail address', test: requiredFields },
    {
      rule: 'Login requires an e-mail address and checks nothing else',
      test: 'TXT-037',
    },
    { text: 'Enter OTP', test: code },
    { rule: 'The OTP input is required text of at most 6 characters', test: code },
    { rule: 'The OTP pattern is 4 to 6 digits', source: '/^\\d{4,6}$/', test: code },
  ]),
  ...rows(5, paying, [
    { rule: 'The payment registration requires all fields, a phone of ten digits and a valid e-mail address', test: popup },
    { rule: 'The payment registration removes non-digits from the phone and keeps ten digits', test: popup },
  ]),
  ...rows(5, forms, [
    {
      rule: 'Hiring requires a phone of ten digits and removes non-digits',
      test: 'TXT-039',
    },
    {
      rule: 'Research requires a phone of ten digits',
      test: 'TXT-040',
    },
    {
      text: 'Please use your official/company email, not a private one.',
      test: 'TXT-039',
    },
    {
      text: 'Please use your official/institutional email, not a private one.',
      test: 'TXT-041',
    },
    {
      rule: 'Callback, hiring and research require all fields and valid e-mail addresses',
      test: 'TXT-042',
    },
    {
      rule: 'The callback requires all fields',
      test: 'TXT-043',
    },
    {
      text: 'Please write a message.',
      test: 'TXT-041',
    },
  ]),
  ...rows(5, enquiries, [{ rule: 'The server rejects private e-mail addresses too', test: 'TXT-044' }]),
  ...rows(5, profile, [
    {
      text: 'No changes detected.',
      test: 'TXT-021',
    },
    {
      rule: 'An unchanged profile makes no call',
      test: 'TXT-021',
    },
    {
      rule: 'Server errors for e-mail and phone appear beside their fields',
      test: 'TXT-045',
    },
  ]),
  ...rows(5, change, [{ rule: 'The first of several field errors is shown', test: 'TXT-046' }]),
  ...rows(5, pages, [{ rule: 'Enroll is disabled until a batch is chosen', test: 'TXT-047' }]),
]

const list = 'TXT-070'
const missingPolicy = 'TXT-071'
const failedPolicy = 'TXT-072'
const noVideos = 'TXT-092'
const unknown = 'TXT-089'
const history = 'TXT-085'
const firstPurchase = 'TXT-099'

const messages: Proof[] = [
  ...rows(8, session, [
    { rule: 'A 401 with a refresh token refreshes once and retries', test: refreshed },
    { rule: 'A refresh that fails clears the session and goes to /login', test: refreshRefused },
    {
      text: 'Failed to fetch enrolled courses',
      test: 'TXT-048',
    },
    {
      text: 'Authentication error',
      test: 'TXT-049',
    },
    {
      rule: 'A failed profile request clears the user without a message',
      test: 'TXT-003',
    },
    { text: 'Logged out successfully', test: 'TXT-050' },
    { text: 'Logout failed', test: 'TXT-051' },
    {
      rule: 'A failed logout shows detail, else message, else its own text',
      test: 'TXT-052',
    },
  ]),
  ...rows(8, sessionState, [
    {
      rule: 'A failed fetch of enrolled courses empties the list and stores the message',
      test: 'TXT-053',
    },
    {
      rule: 'A failed start stores its message',
      test: 'TXT-008',
    },
    { rule: 'A failed profile request stores no message', test: 'TXT-054' },
  ]),
  ...rows(8, signIn, [
    {
      text: 'Unauthorized. Please check your credentials.',
      test: 'TXT-055',
    },
    {
      text: 'Unable to send OTP. Please check your email and try again.',
      test: 'TXT-056',
    },
    {
      text: 'OTP was successfully sent to your email.',
      test: 'TXT-016',
    },
    {
      text: 'An account with this email or phone number already exists. Please use a different email or phone number.',
      test: 'TXT-057',
    },
    {
      rule: "Another refused registration shows the server's message",
      test: 'TXT-058',
    },
    {
      text: 'Registration failed. Please try again.',
      test: 'TXT-059',
    },
    { text: 'Registration successful! Please verify OTP.', test: registers },
    { text: 'OTP verified successfully!', test: signsIn },
    { text: 'Invalid OTP. Please try again.', test: 'TXT-060' },
  ]),
  ...rows(8, registering, [
    {
      rule: 'The server answers 409 to a registration with a taken e-mail or phone',
      test: 'TXT-061',
    },
  ]),
  ...rows(8, profile, [
    {
      text: 'Go to Login',
      again: { times: 2, why: 'a link label in the profile and in the payment history' },
      test: 'TXT-062',
    },
    {
      text: 'Error updating profile.',
      test: 'TXT-045',
    },
    {
      text: 'OTP sent to your email. Please verify.',
      test: 'TXT-020',
    },
    {
      text: 'Invalid or expired OTP.',
      test: 'TXT-020',
    },
    {
      text: 'Profile updated successfully!',
      test: 'TXT-020',
    },
  ]),
  ...rows(8, change, [
    {
      rule: 'A rejected change shows the e-mail error',
      test: 'TXT-046',
    },
    { rule: 'A rejected change shows the phone error', test: 'TXT-063' },
    { rule: 'A rejected change shows the message', test: 'TXT-064' },
    { text: 'Error updating profile.', test: 'TXT-065' },
    { rule: 'A rejected code shows the detail', test: 'TXT-066' },
    { rule: 'A rejected code shows the message', test: 'TXT-067' },
    { text: 'Invalid or expired OTP.', test: 'TXT-068' },
    {
      rule: 'A profile that fails to load shows a message and a link to the login',
      test: 'TXT-069',
    },
  ]),
  ...rows(8, content, [
    { text: 'Failed to fetch projects', sentence: 'Error: Failed to fetch projects', test: list },
    { text: 'Failed to load upcoming batches', test: list },
    { text: 'Policy not found.', test: missingPolicy },
    { text: 'Failed to load policy.', test: failedPolicy },
    { text: 'Failed to load Terms & Conditions.', test: failedPolicy },
    { text: 'Terms & Conditions not found.', test: 'TXT-073' },
  ]),
  ...rows(8, paying, [
    {
      rule: 'A failed payment start shows the message',
      test: 'TXT-074',
    },
    { rule: 'A failed payment start without a message shows the error field', test: 'TXT-075' },
    { rule: 'A failed payment start without known fields shows the raw body', test: 'TXT-076' },
    {
      rule: 'A payment start without an answer shows a connection error',
      test: 'TXT-077',
    },
    {
      text: 'This phone number is already used. Please use another.',
      test: 'TXT-078',
    },
    {
      rule: 'Errors of full_name, phone_number and email appear beside their fields, the message in a toast',
      test: 'TXT-079',
    },
    {
      text: 'Registration failed. Please try again.',
      test: 'TXT-080',
    },
    {
      text: 'Something went wrong. Please try again.',
      test: 'TXT-081',
    },
    { rule: 'A rejected verification shows the message', test: 'TXT-082' },
    { rule: 'A rejected verification without a message shows the raw data', test: 'TXT-083' },
    { text: 'Payment verification failed', test: 'TXT-084' },
    { text: 'Missing payment details in URL.', test: 'TXT-033' },
    { text: 'Payment verified successfully!', test: 'TXT-030' },
    { text: 'Failed to load payment details.', test: history },
    { text: 'Unable to load your payment history.', test: history },
    {
      text: 'Server did not return valid JSON.',
      test: 'TXT-086',
    },
    { text: 'No payments found.', test: history },
    { text: 'Access token not found. Please log in.', test: 'TXT-087' },
  ]),
  ...rows(8, pages, [
    {
      text: 'Failed to load course details',
      test: 'TXT-088',
    },
    {
      text: 'Try Again',
      again: { times: 14, why: 'the label of each retry button' },
      test: 'TXT-088',
    },
    { text: 'Course not found', test: unknown },
    { text: 'Go Back', test: unknown },
    { text: 'Failed to load courses', test: 'TXT-090' },
    {
      text: 'Course link copied to clipboard!',
      test: 'TXT-091',
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
      test: 'TXT-093',
    },
    {
      text: 'Failed to submit your request. Please try again.',
      test: 'TXT-094',
    },
    {
      text: 'Something went wrong.',
      test: 'TXT-095',
    },
    {
      text: 'Your Enquiry Form has been submitted successfully.',
      test: 'TXT-096',
    },
    {
      text: 'Your request has been submitted successfully!',
      test: 'TXT-097',
    },
    {
      text: 'Your research request has been submitted successfully!',
      test: 'TXT-098',
    },
  ]),
  ...rows(8, purchase, [
    { text: 'Registration successful! Please verify OTP.', test: firstPurchase },
    { text: 'OTP verified successfully!', test: firstPurchase },
    { text: 'Payment verified successfully!', test: firstPurchase },
  ]),
]

const formToasts = 'TXT-109'
const accountToasts = 'TXT-110'
const waiting = 'TXT-112'

const constants: Proof[] = [
  ...rows(9, signIn, [
    { rule: 'A phone has 10 digits', source: 'phonePattern = /^\\d{10}$/', test: requiredFields },
    { rule: 'An OTP has at most 6 characters', source: 'codeLength = 6', test: code },
    { rule: 'An OTP has 4 to 6 digits', test: code },
    { rule: 'Access and refresh tokens are stored in local storage', test: signsIn },
  ]),
  ...rows(9, paying, [
    { rule: 'Checkout receives the amount multiplied by 100', source: 'Math.round(order.amount * 100)', test: opened },
    { text: 'INR', test: opened },
    { text: '#3399cc', test: opened },
    { rule: 'Prices carry the rupee sign', test: verified },
    { rule: 'The payment history formats amounts with Indian digit grouping', test: 'TXT-100' },
  ]),
  ...rows(9, enquiries, [
    { text: 'gmail.com', test: 'TXT-044' },
    { text: 'yahoo.co.in', test: 'TXT-101' },
    { text: 'yahoo.com', test: 'TXT-102' },
    { text: 'hotmail.com', test: 'TXT-103' },
    { text: 'outlook.com', test: 'TXT-104' },
    { text: 'rediffmail.com', test: 'TXT-105' },
  ]),
  ...rows(9, pages, [
    {
      rule: 'Prime courses are Full Stack, AI, ML, Cloud and DevOps',
      source: "['Full Stack', 'AI', 'ML', 'Cloud', 'DevOps']",
      test: 'TXT-106',
    },
    // The text is a setting, so it stands in the content of the demo.
    { rule: 'The demo describes its programs as 3 to 4 months', test: 'TXT-106' },
  ]),
  ...rows(9, content, [
    {
      rule: 'Policy ids are 4 for terms, 5 for privacy and 6 for refund',
      source: '{ terms: 4, privacy: 5, refund: 6 }',
      test: 'TXT-107',
    },
    { text: 'within 24 hours on business days', test: 'TXT-108' },
  ]),
  ...rows(9, forms, [
    {
      text: 'within 24 hours on business days',
      test: 'TXT-097',
    },
  ]),
  ...rows(9, timing, [
    { rule: 'Form and payment toasts appear at the bottom right', source: 'position="bottom-right"', test: formToasts },
    { rule: 'Account toasts appear at the top right', source: 'position="top-right"', test: accountToasts },
    { rule: 'Form and payment toasts close after 3000 ms', source: 'formToast: 3000', test: formToasts },
    { rule: 'Account toasts close after 5000 ms', source: 'accountToast: 5000', test: accountToasts },
    {
      rule: 'Account toasts can be dragged by touch and close at 80 percent',
      source: 'draggablePercent={80}',
      test: 'TXT-111',
    },
    { rule: 'Account toasts pause on hover', source: 'pauseOnHover', test: waiting },
    { rule: 'Account toasts pause on focus loss', source: 'pauseOnFocusLoss', test: waiting },
    {
      rule: 'Alt+T focuses the account toasts',
      source: "event.altKey && event.code === 'KeyT'",
      test: 'TXT-113',
    },
    {
      rule: 'Logout redirect 800, profile reload 1200, reload after a cancel 100, typing 50 and 25, hold 1000, switch 300',
      test: 'TXT-114',
    },
  ]),
]

export const proofs: readonly Proof[] = [...states, ...validation, ...messages, ...constants]
