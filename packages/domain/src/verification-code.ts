/** Short, easy to read in handwriting, and without a second meaning that hurts. */
const WORDS = (
  'acorn amber apple april arrow autumn badge baker banjo barley basil beach berry birch bloom board boat bottle bread breeze ' +
  'brick bridge brook brush bucket butter button cabin cactus camera candle canoe canvas carrot castle cedar chair cherry ' +
  'circle clay clock cloud clover coast cocoa comet copper coral cotton cradle crayon cricket crown cup daisy dance dawn desert ' +
  'dinner dolphin door dragon drum eagle east echo elbow ember engine fable falcon feather fence fern fiddle field flag flute ' +
  'forest fountain frost garden garlic ginger glove granite grape guitar hammer harbor hazel hedge helmet hill honey horizon ' +
  'island ivory jacket jasmine jelly kettle kite ladder lagoon lake lantern lemon letter lily linen lion lobby maple marble ' +
  'market meadow melon mirror moon morning mountain music napkin nectar needle north nutmeg oak oasis ocean olive orange orchid ' +
  'otter oven paddle panda paper parrot peach pearl pebble pencil pepper piano pillow pine planet plum pocket poem pond poppy ' +
  'pumpkin quartz quilt rabbit radio rain raven ribbon river robin rocket rose saddle salmon sand scarf shell silver sky snow ' +
  'sofa spoon spring star stone summer sunset table tea thunder tiger timber tomato tower train tulip turtle valley velvet ' +
  'violet violin wagon walnut water wheat willow window winter wood yarn yellow zebra'
).split(' ')

const CODE_WORDS = 4

/**
 * Four different words for an owner to write on paper, which prove that a photo was made for this request.
 * @param random returns a whole number from 0 to below its argument.
 */
export function makeCode(random: (below: number) => number): string {
  const words = [...WORDS]
  return Array.from({ length: CODE_WORDS }, () => words.splice(random(words.length), 1)[0]).join(' ')
}
