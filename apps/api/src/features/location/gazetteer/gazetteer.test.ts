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
    expect(similarCities('Poland', 1).map(({ label }) => label)).toEqual(['Warsaw, Mazovia, Poland'])
    expect(similarCities('Crete', 1).map(({ label }) => label)).toEqual(['Irákleion, Crete, Greece'])
    expect(similarCities('Yukon', 1).map(({ label }) => label)).toEqual(['Whitehorse, Yukon, Canada'])
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
    ['Москва, Россия', 'Moscow, Russia'],
    ['МОСКВА', 'Moscow, Russia'],
    ['東京都', 'Tokyo, Tokyo, Japan'],
    ['〒100-0001 東京', 'Tokyo, Tokyo, Japan'],
    ['서울시', 'Seoul, South Korea'],
    ['ΑΘΉΝΑ', 'Athens, Attica, Greece'],
    ['101000, г. Москва', 'Moscow, Russia'],
    ['м.Київ', 'Kyiv, Ukraine'],
    ['BG-1000 София', 'Sofia, Bulgaria'],
    ['100-0001東京都千代田区', 'Tokyo, Tokyo, Japan'],
    ['ΑΘΗΝΑ', 'Athens, Attica, Greece'],
    ['الاسكندرية', 'Alexandria, Egypt'],
    ['苏州市', 'Suzhou, Jiangsu, China'],
    ['Челябинск', 'Chelyabinsk, Russia'],
    ['አዲስ አበባ', 'Addis Ababa, Ethiopia'],
  ])('%s is %s', (text, expected) => {
    expect(found(text)).toBe(expected)
    expect(suggestCities(text, 1)[0]?.city).toBe(expected.split(',')[0])
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
    ['Portland, Maine', 'Portland ME 04101', 'Portland, ME 04101-1234', '04101 Portland ME'],
    ['Toronto', 'Toronto, ON M5V 2T6', 'M5V2T6 Toronto', 'Toronto ON M5V-2T6 Canada'],
    ['London', 'London SW1A 1AA', 'London, SW1A1AA', 'SW1A 1AA London', 'London SW1', 'London EC1A 1BB, UK'],
    ['Dublin', 'D02 X285 Dublin', 'D6W XY00 Dublin', 'Dublin 2', 'Dublin, D02X285'],
    ['Stockholm', '111 22 Stockholm', 'SE-111 22 Stockholm'],
    ['Warszawa', '00-001 Warszawa', 'Warszawa, 00-001'],
    ['Lisboa', '1000-001 Lisboa'],
    ['São Paulo', '01000-000 São Paulo', 'São Paulo, 01000-000, Brasil'],
    ['Buenos Aires', 'C1425 Buenos Aires', 'C1425ABC Buenos Aires'],
    ['Tokyo', '100-0001 Tokyo', '〒100-0001 Tokyo'],
    ['New Delhi', '110001 New Delhi', 'New Delhi 110 001'],
    ['Melbourne', '3000 Melbourne', 'Melbourne VIC 3000'],
    ['Singapore', 'Singapore 018956'],
    ['Riga', 'LV-1050 Riga'],
    ['La Plata', '1900 La Plata', 'B1900 La Plata'],
    ['Warszawa', 'PL-00-001 Warszawa'],
    ['London', 'GB-SW1A 1AA London'],
    ['Amsterdam', 'NL-1012 AB Amsterdam', 'NL 1012 AB Amsterdam'],
    ['Berlin', 'D 10115 Berlin', 'DE 10115 Berlin'],
    ['København', 'DK-1050 København K', '2100 København Ø'],
    ['Portland, Maine', 'ME 04101 Portland'],
    ['El Paso', 'EL 60000 Paso'],
    ['Toronto', 'ON M5V 2T6 Toronto'],
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
    expect(city).toMatchObject({ city: 'San Francisco', region: 'California', country: 'United States' })
    expect(city?.lat).toBeCloseTo(37.775, 2)
    expect(city?.lng).toBeCloseTo(-122.419, 2)
    expect(city?.population).toBeGreaterThan(800_000)
  })

  it.each([
    ['san francisco ', SAN_FRANCISCO],
    ['San Francisco, CA', SAN_FRANCISCO],
    ['San Francisco,California', SAN_FRANCISCO],
    ['San Francisco, CA 94110', SAN_FRANCISCO],
    ['san francisco ca usa', SAN_FRANCISCO],
    ['Portland OR', 'Portland, Oregon, United States'],
    ['Portland, ME', 'Portland, Maine, United States'],
    ['Paris', 'Paris, Île-de-France, France'],
    ['Paris, France', 'Paris, Île-de-France, France'],
    ['Paris, Texas', 'Paris, Texas, United States'],
    ['München', MUNICH],
    ['Munchen', MUNICH],
    ['Muenchen', MUNICH],
    ['MUNICH, Bayern', MUNICH],
    ['Mu\u0308nchen, Deutschland', MUNICH],
    ['Cologne', 'Köln, North Rhine-Westphalia, Germany'],
    ['TP. Hồ Chí Minh', 'Ho Chi Minh City, Vietnam'],
    ['Astana', 'Nur-Sultan, Kazakhstan'],
    ['Rio', 'Rio de Janeiro, Rio de Janeiro, Brazil'],
    ['Sao Paulo', 'São Paulo, São Paulo, Brazil'],
    ['St. Louis', ST_LOUIS],
    ['st louis', ST_LOUIS],
    ['Saint Louis', ST_LOUIS],
    ['New York', NEW_YORK],
    ['NYC', NEW_YORK],
    ['New York, New York', NEW_YORK],
    ['Washington, D.C.', 'Washington, District of Columbia, United States'],
    ['Washington DC', 'Washington, District of Columbia, United States'],
    ['O’Fallon, Missouri', "O'Fallon, Missouri, United States"],
    ['Vancouver, BC', 'Vancouver, British Columbia, Canada'],
    ['London, UK', 'London, England, United Kingdom'],
    ['San Juan, Puerto Rico, USA', 'San Juan, Puerto Rico'],
  ])('understands %s', (text, city) => {
    expect(found(text)).toBe(city)
  })

  it('takes the most populous of a name', () => {
    expect(found('Springfield')).toBe('Springfield, Missouri, United States')
    expect(found('Springfield, MA')).toBe('Springfield, Massachusetts, United States')
  })

  it('reads two letters as a state before a country', () => {
    expect(found('Richmond, CA')).toBe('Richmond, California, United States')
    expect(found('Ontario, CA')).toBe('Ontario, California, United States')
    expect(found('Toronto, CA')).toBe('Toronto, Ontario, Canada')
    expect(found('Hyderabad, IN')).toBe('Hyderabad, Telangana, India')
  })

  it('tells the state of Georgia from the country', () => {
    expect(found('Rome, Georgia')).toBe('Rome, Georgia, United States')
    expect(found('Tbilisi, Georgia')).toBe('Tbilisi, Georgia')
  })

  it.each(['', ' ', ', ,', ', CA', 'Barkville', 'Portland, Ruritania', 'New York, Ruritania', '東京都小笠原村'])(
    'has no place for "%s"',
    text => {
      expect(findCity(text)).toBeNull()
    },
  )

  it('forgives a region it does not know only where the country has one city of that name', () => {
    expect(found('Reading, Berkshire, UK')).toBe('Reading, England, United Kingdom')
    expect(found('San Francisco, Calfornia, USA')).toBe(SAN_FRANCISCO)
    expect(findCity('Springfield, Masachusetts, USA')).toBeNull()
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

  it('folds what is typed', () => {
    expect(labels('MÜNCH')[0]).toBe(MUNICH)
    expect(labels('saint lo')[0]).toBe(ST_LOUIS)
    expect(labels('st l')[0]).toBe(ST_LOUIS)
    expect(labels('st')[0]).toBe('Stockholm, Sweden')
    expect(labels('st.')).toContain(ST_LOUIS)
    expect(labels('nyc')).toEqual([NEW_YORK])
  })

  it('finds a later word after the names that begin so', () => {
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

  it('is empty where there is nothing to offer', () => {
    expect(labels('')).toEqual([])
    expect(labels('qqqq')).toEqual([])
    expect(labels('paris', 0)).toEqual([])
  })

  it('offers no city twice', () => {
    const all = labels('new york', 50)
    expect(new Set(all).size).toBe(all.length)
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
