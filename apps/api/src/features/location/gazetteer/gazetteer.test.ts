import { readFileSync } from 'node:fs'
import { explore, isWhole } from '@barkyard/db/testing/explore'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cityFile, digestOf } from '../../../../scripts/build-gazetteer.ts'
import { readDataRows } from '../../../platform/data-file.ts'
import { countryOf } from './areas.ts'
import { lineCount, namesOf, rowAt } from './city-file.ts'
import { findCity, similarCities, suggestCities } from './gazetteer.ts'

function found(text: string): string | null {
  const city = findCity(text)
  return city && [city.city, city.region, city.country].filter(part => part !== null).join(', ')
}

function labels(query: string, limit?: number): string[] {
  return suggestCities(query, limit).map(suggestion => suggestion.label)
}

const SAN_FRANCISCO = 'San Francisco, California, United States'
const MUNICH = 'Munich, Bavaria, Germany'
const NEW_YORK = 'New York City, New York, United States'
const ST_LOUIS = 'St. Louis, Missouri, United States'

describe('a name that is better known as a country or region', () => {
  it.each([
    ...'California|Oregon|Florida|Maine|Virginia|Ontario|Mexico|Brazil|Poland|Canada|Scotland|Wyoming'.split('|'),
    ...'Delaware|Lebanon|Jordan|Jamaica|Cuba|Peru|China|Holland|Wales|England|Goa|Armenia|San Marino'.split('|'),
    ...'UK|USA|california| POLAND |California, USA|California USA|Oregon, US|Georgia, United States'.split('|'),
    ...['California 94110', 'Scotland, UK', 'Grenada', 'Palau', 'Canary Islands'],
    ...'Yukon|Madeira|Crete|Azores|Attica|Istria|Henan|Labrador|Champagne|Savoy|Moravia|Elba|Java'.split('|'),
  ])('%s is not placed in a namesake: its cities are offered', text => {
    expect(findCity(text)).toBeNull()
    expect(similarCities(text, 3).length).toBeGreaterThan(0)
  })

  it('offers its largest cities', () => {
    expect(similarCities('California', 2).map(({ city }) => city)).toEqual(['Los Angeles', 'San Diego'])
    const largest = ['Poland', 'Crete', 'Yukon'].map(region => similarCities(region, 1)[0]?.label)
    expect(largest).toEqual(['Warsaw, Mazovia, Poland', 'Irákleion, Crete, Greece', 'Whitehorse, Yukon, Canada'])
  })

  it.each([
    ['New York', NEW_YORK],
    ['Washington', 'Washington, District of Columbia, United States'],
    ['Singapore', 'Singapore, Singapore'],
    ['Luxembourg', 'Luxembourg, Luxembourg'],
    ['Québec', 'Québec, Quebec, Canada'],
    ['Mexico City', 'Mexico City, Mexico City, Mexico'],
    ['Panama City', 'Panamá, Panama'],
    ['Guatemala', 'Guatemala City, Guatemala'],
    ['Djibouti', 'Djibouti, Djibouti'],
    ['Monaco', 'Monaco, Monaco'],
    ['Victoria', 'Victoria, British Columbia, Canada'],
    ['Granada', 'Granada, Andalusia, Spain'],
    ['Salzburg', 'Salzburg, Salzburg, Austria'],
    ['Bali', 'Denpasar, Bali, Indonesia'],
    ['Ibiza', 'Ibiza, Balearic Islands, Spain'],
    ['Rhodes', 'Ródos, South Aegean, Greece'],
    ['Palma, Mallorca', 'Palma, Balearic Islands, Spain'],
    ['Strasbourg, Alsace', 'Strasbourg, Grand Est, France'],
    ['Crete, Illinois', 'Crete, Illinois, United States'],
    ['California, Maryland', 'California, Maryland, United States'],
    ['Poland, Maine', 'Poland, Maine, United States'],
    ['Oregon Ohio', 'Oregon, Ohio, United States'],
    ['Mexico, Missouri', 'Mexico, Missouri, United States'],
    ['Ontario, California', 'Ontario, California, United States'],
  ])('%s stays placed', (text, expected) => {
    expect(found(text)).toBe(expected)
  })
})

describe('a city in the alphabet of its country', () => {
  it('is placed', () => {
    for (const [native = '', name = '', country = ''] of readDataRows('places/native-names.tsv')) {
      const city = findCity(native)
      expect([native, city?.country]).toEqual([native, countryOf(country).name])
      expect([native, city?.population ?? 0]).toEqual([native, findCity(`${name}, ${country}`)?.population])
    }
  })

  it.each([
    ['Moscow, Russia', 'Москва, Россия', 'МОСКВА', '101000, г. Москва'],
    ['Tokyo, Tokyo, Japan', '東京都', '〒100-0001 東京', '100-0001東京都千代田区'],
    ['Seoul, South Korea', '서울시'],
    ['Athens, Attica, Greece', 'ΑΘΉΝΑ', 'ΑΘΗΝΑ'],
    ['Kyiv, Ukraine', 'м.Київ'],
    ['Sofia, Bulgaria', 'BG-1000 София'],
    ['Alexandria, Egypt', 'الاسكندرية'],
    ['Suzhou, Jiangsu, China', '苏州市'],
    ['Chelyabinsk, Russia', 'Челябинск'],
    ['Addis Ababa, Ethiopia', 'አዲስ አበባ'],
  ])('is %s', (city, ...written) => {
    for (const text of written)
      expect([text, found(text), suggestCities(text, 1)[0]?.city]).toEqual([text, city, city.split(',')[0]])
  })
})

describe('a postcode does not count, wherever it stands', () => {
  it.each([
    ['Berlin', '10115 Berlin', 'D-10115 Berlin', 'Berlin 10115', 'Berlin, 10115', '10115, Berlin, Germany'],
    ['München', 'D-80331 München', '80331 München'],
    ['Wien', '1010 Wien', 'A-1010 Wien, Österreich', 'Wien, 1010'],
    ['Zürich', '8001 Zürich', 'CH-8001 Zürich', '８００１ Zürich'],
    ['Paris', '75011 Paris', 'F-75011 Paris', 'Paris 11e', '75011 Paris, France'],
    ['Amsterdam', '1012 AB Amsterdam', '1012ab Amsterdam', 'Amsterdam 1012 AB'],
    ['San Francisco', '94110 San Francisco', 'San Francisco CA 94110', '94110, San Francisco, CA'],
    ['Portland, Maine', 'Portland ME 04101', 'Portland, ME 04101-1234', '04101 Portland ME', 'ME 04101 Portland'],
    ['Toronto', 'Toronto, ON M5V 2T6', 'M5V2T6 Toronto', 'Toronto ON M5V-2T6 Canada', 'ON M5V 2T6 Toronto'],
    ['London', 'London SW1A 1AA', 'London, SW1A1AA', 'SW1A 1AA London', 'London SW1', 'London EC1A 1BB, UK'],
    ['London', 'GB-SW1A 1AA London'],
    ['Dublin', 'D02 X285 Dublin', 'D6W XY00 Dublin', 'Dublin 2', 'Dublin, D02X285'],
    ['Stockholm', '111 22 Stockholm', 'SE-111 22 Stockholm'],
    ['Warszawa', '00-001 Warszawa', 'Warszawa, 00-001', 'PL-00-001 Warszawa'],
    ['Lisboa', '1000-001 Lisboa'],
    ['São Paulo', '01000-000 São Paulo', 'São Paulo, 01000-000, Brasil'],
    ['Buenos Aires', 'C1425 Buenos Aires', 'C1425ABC Buenos Aires'],
    ['Tokyo', '100-0001 Tokyo', '〒100-0001 Tokyo'],
    ['New Delhi', '110001 New Delhi', 'New Delhi 110 001'],
    ['Melbourne', '3000 Melbourne', 'Melbourne VIC 3000'],
    ['Singapore', 'Singapore 018956'],
    ['Riga', 'LV-1050 Riga'],
    ['La Plata', '1900 La Plata', 'B1900 La Plata'],
    ['Amsterdam', 'NL-1012 AB Amsterdam', 'NL 1012 AB Amsterdam'],
    ['Berlin', 'D 10115 Berlin', 'DE 10115 Berlin'],
    ['København', 'DK-1050 København K', '2100 København Ø'],
    ['El Paso', 'EL 60000 Paso'],
    ['Paris', '75011 PARIS CEDEX 11', 'Paris Cedex'],
  ])('of %s', (city, ...written) => {
    const place = found(city)
    expect(place).not.toBeNull()
    for (const text of written) expect([text, found(text)]).toEqual([text, place])
  })

  it('suggests the city, also while it is being typed', () => {
    expect(labels('San Francisco CA 94110', 1)).toEqual([SAN_FRANCISCO])
    expect(labels('10115 Ber', 1)).toEqual(['Berlin, Germany'])
  })

  it('leaves numbers that belong to a name', () => {
    for (const name of ['100 Mile House', '25 de Mayo', '10 de Abril']) expect(findCity(name)?.city).toBe(name)
  })
})

describe('findCity', () => {
  it('places a city with coordinates and population', () => {
    const city = findCity('San Francisco')
    expect(city).toMatchObject({ lat: expect.closeTo(37.775, 2), lng: expect.closeTo(-122.419, 2) })
    expect(city?.population).toBeGreaterThan(800_000)
  })

  it.each([
    [SAN_FRANCISCO, 'san francisco ', 'San Francisco, CA', 'San Francisco,California', 'San Francisco, CA 94110'],
    [SAN_FRANCISCO, 'san francisco ca usa'],
    ['Portland, Oregon, United States', 'Portland OR'],
    ['Portland, Maine, United States', 'Portland, ME'],
    ['Paris, Île-de-France, France', 'Paris', 'Paris, France'],
    ['Paris, Texas, United States', 'Paris, Texas'],
    [MUNICH, 'München', 'Munchen', 'Muenchen', 'MUNICH, Bayern', 'Mu\u0308nchen, Deutschland'],
    ['Köln, North Rhine-Westphalia, Germany', 'Cologne'],
    ['Ho Chi Minh City, Vietnam', 'TP. Hồ Chí Minh'],
    ['Nur-Sultan, Kazakhstan', 'Astana'],
    ['Rio de Janeiro, Rio de Janeiro, Brazil', 'Rio'],
    ['São Paulo, São Paulo, Brazil', 'Sao Paulo'],
    [ST_LOUIS, 'St. Louis', 'st louis', 'Saint Louis'],
    [NEW_YORK, 'NYC', 'New York, New York'],
    ['Washington, District of Columbia, United States', 'Washington, D.C.', 'Washington DC'],
    ["O'Fallon, Missouri, United States", 'O’Fallon, Missouri'],
    ['Vancouver, British Columbia, Canada', 'Vancouver, BC'],
    ['London, England, United Kingdom', 'London, UK'],
    ['San Juan, Puerto Rico', 'San Juan, Puerto Rico, USA'],
    // The most populous of a name.
    ['Springfield, Missouri, United States', 'Springfield'],
    ['Springfield, Massachusetts, United States', 'Springfield, MA'],
    // Two letters are a state before they are a country.
    ['Richmond, California, United States', 'Richmond, CA'],
    ['Ontario, California, United States', 'Ontario, CA'],
    ['Toronto, Ontario, Canada', 'Toronto, CA'],
    ['Hyderabad, Telangana, India', 'Hyderabad, IN'],
    // The state, and the country.
    ['Rome, Georgia, United States', 'Rome, Georgia'],
    ['Tbilisi, Georgia', 'Tbilisi, Georgia'],
    // An unknown region is forgiven where the country has one city of that name.
    ['Reading, England, United Kingdom', 'Reading, Berkshire, UK'],
    [SAN_FRANCISCO, 'San Francisco, Calfornia, USA'],
  ])('understands how people write %s', (city, ...written) => {
    for (const text of written) expect([text, found(text)]).toEqual([text, city])
  })

  it.each([
    ...['', ' ', ', ,', ', CA', 'Barkville', 'Portland, Ruritania', 'New York, Ruritania', '東京都小笠原村'],
    'Springfield, Masachusetts, USA',
  ])('has no place for "%s"', text => {
    expect(findCity(text)).toBeNull()
  })

  it('answers anything without throwing', () => {
    // fast-check's own strings of any characters take a second to begin.
    const points = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 200 })
    fc.assert(
      fc.property(points, text => {
        findCity(String.fromCodePoint(...text))
        expect(suggestCities(String.fromCodePoint(...text)).length).toBeLessThanOrEqual(8)
      }),
      { numRuns: 500 },
    )
  })
})

describe('suggestCities', () => {
  it('offers the most populous first, with their regions', () => {
    expect(suggestCities('portland', 2)).toEqual([
      { city: 'Portland', region: 'Oregon', country: 'United States', label: 'Portland, Oregon, United States' },
      { city: 'Portland', region: 'Maine', country: 'United States', label: 'Portland, Maine, United States' },
    ])
    const people = labels('san', 50).map(label => findCity(label)?.population ?? 0)
    expect(people).toEqual(people.toSorted((a, b) => b - a))
    expect(people).toHaveLength(50)
  })

  it('folds what is typed, and finds later words', () => {
    expect(labels('MÜNCH')[0]).toBe(MUNICH)
    expect(labels('saint lo')[0]).toBe(ST_LOUIS)
    expect(labels('st l')[0]).toBe(ST_LOUIS)
    expect(labels('st')[0]).toBe('Stockholm, Sweden')
    expect(labels('st.')).toContain(ST_LOUIS)
    expect(labels('nyc')).toEqual([NEW_YORK])
    // A later word after the names that begin so.
    expect(labels('bronx')[0]).toBe('The Bronx, New York, United States')
    expect(labels('de janei')).toEqual(['Rio de Janeiro, Brazil'])
  })

  it('narrows by the region typed so far', () => {
    expect(labels('portland, m').slice(0, 2)).toEqual([
      'Portland, Maine, United States',
      'Portland, Michigan, United States',
    ])
    expect(labels('Paris, te')[0]).toBe('Paris, Texas, United States')
    expect(labels('portland me')).toEqual(['Portland, Maine, United States'])
  })

  it('offers no city twice, and none where there is nothing to offer', () => {
    const all = labels('new york', 50)
    expect(new Set(all).size).toBe(all.length)
    expect([labels(''), labels('qqqq'), labels('paris', 0)]).toEqual([[], [], []])
  })
})

describe('similarCities', () => {
  const similar = (text: string) => similarCities(text, 3).map(({ label }) => label)

  it('finds the cities that begin most like a misspelt name', () => {
    expect(similar('San Franciscoo')[0]).toBe(SAN_FRANCISCO)
    expect(similar('Muenchenn')).toContain(MUNICH)
    expect(similar('Portland, Ruritania')[0]).toBe('Portland, Oregon, United States')
    expect(similar('Janeirro')).toEqual(['Rio de Janeiro, Brazil'])
    expect(similar('Barkvillexxxxx')).toEqual([])
    expect(similar('San Xqqqqqqqqqqqqqqqqqq')).toEqual([])
  })

  it('costs about the same for any text', () => {
    // CPU time of many calls: the clock of one alone may not have ticked.
    const cost = (work: () => unknown) => {
      const before = process.cpuUsage()
      for (let n = 0; n < 200; n++) work()
      return process.cpuUsage(before).user
    }
    const known = cost(() => suggestCities('San', 8))
    for (const text of [`san${'q'.repeat(117)}`, `san ${'zzzz '.repeat(16)}`, `sant ${'a b '.repeat(28)}`, 'a, zz'])
      expect(cost(() => similarCities(text, 3))).toBeLessThan(10 * known)
  })
})

describe('labels', () => {
  it('lead back to their own city', () => {
    const strays: string[] = []
    for (let line = 0; line < lineCount(); line += explore(23, 1)) {
      const row = rowAt(line)
      const { label } = namesOf(row)
      const city = findCity(label)
      if (city?.lat !== row.lat || city.lng !== row.lng || city.population !== row.population) strays.push(label)
    }
    expect(lineCount()).toBeGreaterThan(100_000)
    expect(strays).toEqual([])
  })

  it('suggest their own city', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: lineCount() - 1 }), line => {
        const { label } = namesOf(rowAt(line))
        expect(labels(label)).toContain(label)
      }),
      { numRuns: explore(300, 2000) },
    )
  })
})

describe('cities.tsv', () => {
  it('is what the generator writes', () => {
    const text = readFileSync(new URL('../../../../data/places/cities.tsv', import.meta.url), 'utf8')
    const begin = text.search(/^[^#]/m)
    expect(text.slice(0, begin)).toContain(`\n# ${digestOf(text.slice(begin))}\n`)
    if (isWhole) expect(text === cityFile()).toBe(true)
  })
})
