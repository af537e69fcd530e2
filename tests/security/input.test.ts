import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addressOf, credentialsFor, endpoints } from './endpoints.ts'

const json = { 'content-type': 'application/json' }

const duplicateNames = [
  '{"email":"a@example.com","email":"b@example.com"}',
  '{"email":"a@example.com","\\u0065mail":"b@example.com"}',
  '{"user":{"email":"a@example.com","email":"b@example.com"}}',
  '{"list":[{"a":1},{"a":1,"a":2}]}',
  '{"email":":::","b":"\\":","email":"::"}',
]

test('rejects duplicate names in one JSON object, escaped or not [SEC-036]', async () => {
  const shop = await createTestApp()
  for (const payload of duplicateNames) {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/auth/login/', headers: json, payload })
    expect(answer.statusCode, payload).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', message: 'A name stands twice in what was sent.' })
  }
  expect((await shop.db.query('select 1 from code_sends')).rows).toEqual([])
})

test('accepts colons, quotes and backslashes inside values', async () => {
  const shop = await createTestApp()
  const form = { email: 'asha@example.com', phone: '9876543210', course_name: 'C: \\"quoted\\": {"a":1,"a":2} \\' }
  expect((await shop.post('/course-enquiry/', { ...form, name: 'Asha "A:" Patil\\' })).statusCode).toBe(201)
})

test('every endpoint rejects bodies that are not JSON [SEC-038]', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  for (const endpoint of endpoints.filter(({ body }) => body)) {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ].filter((type) => !endpoint.bodyType || !type.startsWith(endpoint.bodyType))) {
      const answer = await shop.app.inject({
        method: endpoint.method,
        url: addressOf(endpoint),
        headers: { 'content-type': type, ...credentialsFor(shop, endpoint, access) },
        payload: '{}',
      })
      expect(answer.statusCode, `${endpoint.name} ${type}`).toBe(415)
      errorBody.parse(answer.json())
    }
  }
})

test('every form rejects JSON, long boundaries and broken text [SEC-038]', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  const forms = endpoints.filter(({ bodyType }) => bodyType)
  const send = (endpoint: (typeof forms)[number], type: string, payload: string | Buffer) =>
    shop.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: { 'content-type': type, ...credentialsFor(shop, endpoint, access) },
      payload,
    })
  const broken = Buffer.from('--x\r\ncontent-disposition: form-data; name="text"\r\n\r\na\xff\xfeb\r\n--x--\r\n', 'latin1')
  for (const endpoint of forms) {
    const answers = [
      await send(endpoint, 'application/json', JSON.stringify(endpoint.example.body)),
      await send(endpoint, `multipart/form-data; boundary=${'b'.repeat(71)}`, 'x'),
      await send(endpoint, `multipart/form-data; boundary="${'b'.repeat(8000)}"`, 'x'),
      await send(endpoint, 'multipart/form-data; boundary=x', broken),
    ]
    for (const answer of answers) errorBody.parse(answer.json())
    expect(
      answers.map(({ statusCode }) => statusCode),
      endpoint.name,
    ).toEqual([415, 400, 400, 400])
    expect(answers[3]?.json<{ message: string }>().message, endpoint.name).toContain('UTF-8')
  }
  expect(forms.length).toBeGreaterThan(2)
})

test('every call rejects a query that is not text [SEC-035]', async () => {
  const shop = await createTestApp()
  for (const query of ['q=%zz', 'q=%E0%A4%A', 'unknown=%ED%A0%80', '%']) {
    for (const path of ['/api/search/', '/api/courses/', '/api/batches/1/questions/', '/api/staff/leads/']) {
      const answer = await shop.app.inject(`${path}?${query}`)
      expect([answer.statusCode, errorBody.parse(answer.json()).code], `${path} ${query}`).toEqual([400, 'invalid'])
    }
  }
})

test('a parameter with the name of a prototype is refused [SEC-035]', async () => {
  const shop = await createTestApp()
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'code', 'message']) {
    const answer = await shop.app.inject(`/api/course-page/?${name}=0`)
    expect([answer.statusCode, errorBody.parse(answer.json()).code], name).toEqual([400, 'invalid'])
  }
})

test('rejects deep nesting, prototype names and broken text with 4xx [SEC-035]', async () => {
  const shop = await createTestApp()
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const inside = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const texts: [string | Buffer, number][] = [
    [deep(500_000), 413],
    [deep(15_000), 400],
    [`{"email":${deep(15_000)}}`, 400],
    [inside, 400],
    ['{"__proto__":{"isAdmin":true},"email":"a@example.com"}', 400],
    ['{"email":"a@example.com","constructor":{"prototype":{"isAdmin":true}}}', 400],
    ['{"email":"a\\u0000@example.com"}', 400],
    ['{"email":"a\\ud800@example.com"}', 400],
    [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    [Buffer.from('{"email":"caf\xe9@example.com"}', 'latin1'), 400],
    ['{"email":"a@example.com"}{"email":"b@example.com"}', 400],
    ['{"email":"a@example.com\\r\\nBcc: b@example.com"}', 400],
    ['NaN', 400],
  ]
  for (const [payload, status] of texts) {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/auth/login/', headers: json, payload })
    expect(answer.statusCode, payload.toString().slice(0, 60)).toBe(status)
    errorBody.parse(answer.json())
  }
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  expect((await shop.db.query('select 1 from code_sends')).rows).toEqual([])
})

test('every endpoint rejects invalid ids and parameters [SEC-037]', async () => {
  const shop = await createTestApp()
  const bad = [
    '0',
    '-1',
    '1.5',
    '01',
    '1e3',
    '99999999999',
    '2147483648',
    'x',
    '%00',
    '%zz',
    '%F0%28',
    '1%27%20or%201=1',
    '..%2f1',
    '%5B%5D',
  ]
  for (const endpoint of endpoints.filter(({ params, access, bodyType }) => params && access !== 'student' && !bodyType)) {
    for (const id of bad) {
      const url = `/api${endpoint.path.replace(/:\w+/g, id)}`
      const headers = credentialsFor(shop, endpoint, '')
      const answer = await shop.app.inject({ method: endpoint.method, url, headers, ...(endpoint.body ? { payload: {} } : {}) })
      expect([400, 404], `${endpoint.name} ${id} ${answer.body}`).toContain(answer.statusCode)
      errorBody.parse(answer.json())
    }
  }
  const otp = { otp: '123456' }
  for (const query of [
    'email=a@example.com&email=b@example.com',
    'email[]=a@example.com',
    'email[x]=1',
    'email=%00',
    'email=%E0%A4%A',
    '',
  ]) {
    expect((await shop.post(`/auth/verify-otp/?${query}`, otp)).statusCode, query).toBe(400)
  }
})

// A backtracking pattern would run for hours on one of these inputs and exceed the test timeout.
test('validates hostile field values without catastrophic backtracking [SEC-038]', () => {
  const parts = ['a', '0', ' ', '.', '-', '@', 'a@', '@a.', 'a.a', '\t', '/', 'http://', '%', 'é', '\u2028', 'a ']
  const hostile = parts.map((part) => `${part.repeat(30_000 / part.length)}!`)
  let refused = 0
  for (const { body, example } of endpoints) {
    if (!body) continue
    for (const field of Object.keys(example.body as object)) {
      for (const text of hostile) {
        const given = { ...(example.body as object), [field]: Array.isArray((example.body as never)[field]) ? [text] : text }
        if (!body.safeParse(given).success) refused += 1
      }
    }
  }
  expect(refused).toBeGreaterThan(500)
})

test('rejects names with line breaks, direction overrides or no visible character [SEC-011]', async () => {
  const shop = await createTestApp()
  const submit = (name: string) =>
    shop.post('/course-enquiry/', { name, email: 'asha@example.com', phone: '9876543210', course_name: 'Testing' })
  for (const name of [
    '',
    '  ',
    '\u200B\u200B',
    '\u3164',
    '\uFEFF',
    '\u00AD',
    'Asha\r\n',
    '\nAsha',
    'As\u202Eha',
    'A\u2066b',
    'A\u2028b',
  ]) {
    const answer = await submit(name)
    expect(answer.statusCode, JSON.stringify(name)).toBe(400)
    expect(answer.json(), JSON.stringify(name)).toHaveProperty('name')
  }
  // Indian scripts use joiners in their spelling.
  for (const name of ['\u0915\u094D\u200D\u0937\u092E\u093E', ' Asha ', 'A. K. Nair', "D'Souza"]) {
    expect((await submit(name)).statusCode, JSON.stringify(name)).toBe(201)
  }
  expect((await shop.post('/auth/login/', { email: 'asha@example.com\r\n' })).statusCode).toBe(400)
})
