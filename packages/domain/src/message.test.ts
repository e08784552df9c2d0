import { describe, expect, test } from 'vitest'
import { BARK_AGAIN_AFTER_HOURS, isBarkUnanswered } from './message.ts'

const now = new Date('2027-03-01T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const bark = (senderDogId: string, seconds: number) => ({ senderDogId, isBark: true, createdAt: at(seconds) })
const words = (senderDogId: string, seconds: number) => ({ ...bark(senderDogId, seconds), isBark: false })
const DAY = BARK_AGAIN_AFTER_HOURS * 3600

describe('a bark is unanswered', () => {
  test.each([
    ['at first', [bark('ada', -9)], true],
    ['although the dog wrote more', [bark('ada', -9), words('ada', -3)], true],
    ['until the other dog writes', [bark('ada', -9), words('bo', -3)], false],
    ['until the other dog barks', [bark('ada', -9), bark('bo', -3)], false],
    ['if the other dog wrote only before', [words('bo', -9), bark('ada', -3)], true],
    ['if the barks of both cross', [bark('ada', 1), bark('bo', 2)], true],
    ['for a day', [bark('ada', -DAY)], false],
    ['only if there is one', [words('ada', -3)], false],
  ])('%s', (_, newest, expected) => {
    expect(isBarkUnanswered(newest, 'ada', now)).toBe(expected)
  })
})
