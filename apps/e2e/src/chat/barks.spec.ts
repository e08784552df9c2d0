import { expect, test } from '../fixtures.ts'
import { newPair, speak } from './pair.ts'

test('a bark that arrives while the page is open appears at the top and is counted, and an answer makes it a match', async ({
  person,
}) => {
  const { ana, rex, ben, matchId } = await newPair(person)
  const cleo = await person()
  await cleo.dog({ name: 'Clover' })
  const barked = await cleo.bark(rex)
  const page = await ana.open('/barks')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Clover')
  await speak(ben, matchId, ['sniff sniff'])
  await expect(rows.first()).toContainText('Biscuit')
  await expect(rows.first()).toContainText('sniff sniff')
  await expect(rows.first()).toContainText('2 unread')

  // The answer makes it a match, which the other owner is told.
  await ana.call('POST', `/messages/${barked}`, { body: 'woof!' })
  const talks = page.getByRole('region', { name: 'Conversations' })
  await expect(talks.getByRole('link', { name: /Clover/ })).toContainText('You: woof!')
  const told = () => cleo.call<{ title: string }[]>('GET', '/notifications')
  expect((await told()).map(({ title }) => title)).toEqual(['It’s a match: Rex answered Clover'])
  const asked = await ana.call<{ title: string; body: string }[]>('GET', '/notifications')
  const bark = { title: 'Clover barked at Rex', body: 'Bark back to say hello.' }
  expect(asked).toContainEqual(expect.objectContaining(bark))
  // A second message of whoever answered is no answer.
  await ana.call('POST', `/messages/${barked}`, { body: 'woof!' })
  expect((await told())[0]?.title).toBe('Rex sent Clover 2 messages')
})
