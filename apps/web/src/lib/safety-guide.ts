interface GuidePart {
  title: string
  advice: readonly string[]
}

/** The safety guide, in the order of a meeting: before, during, after. The landing page and the app both show it. */
export const SAFETY_GUIDE: readonly GuidePart[] = [
  {
    title: 'Meet in public',
    advice: [
      'Choose a busy park in daylight. Go there and back on your own.',
      'Tell a friend where you are and when you will be home. Keep your phone charged.',
      'Keep your home address to yourself until you know each other.',
      'We don’t run background checks. If something feels wrong, leave. You owe nobody an explanation.',
    ],
  },
  {
    title: 'Before your dogs meet',
    advice: [
      'Check that your dog’s vaccinations and parasite treatment are up to date, and look for the other dog’s badge.',
      'Puppies should wait until their vet says they can meet other dogs.',
      'Stay home with a dog that is ill, injured or in heat.',
      'At the park, before the dogs greet, tell the other owner what yours finds hard: other males, food, toys, children.',
    ],
  },
  {
    title: 'The first meeting',
    advice: [
      'Start on leashes, with space, and walk side by side before they greet.',
      'Keep the leashes loose. Let the dogs sniff for a few seconds, then call them away and repeat.',
      'Take leashes off only where it is allowed, inside a fence, and when both owners agree.',
      'Leave food and favorite toys at home.',
      'A stiff body, a tucked tail, raised hackles or a fixed stare means it is time for a break.',
    ],
  },
  {
    title: 'Weather',
    advice: [
      'Hold your hand on the pavement for seven seconds. If it is too hot for you, it is too hot for paws.',
      'Bring water. Meet early or late on hot days, and keep it short for flat-nosed, old and very young dogs.',
      'Heavy panting, drooling or stumbling can be heatstroke: shade, cool water on the body, and a vet at once.',
      'Never leave a dog in a parked car. Go home when there is lightning or ice.',
    ],
  },
  {
    title: 'Scams',
    advice: [
      'Never send money, gift cards or bank details to somebody you met here, whatever the story.',
      'Be careful with puppies for sale, sick dogs that need money, and links to other sites.',
      'Keep the chat on Barkyard until you have met. We never ask for your password.',
    ],
  },
  {
    title: 'When something went wrong',
    advice: [
      'If a person is in danger, call your local emergency number first.',
      'Dogs that fight: keep your hands away from their mouths. Make a loud noise or put something between them.',
      'A bite: wash it with soap and water and see a doctor or a vet the same day, even when it looks small.',
      'Exchange names and phone numbers, take photos, and ask for proof of rabies vaccination.',
      'A lost dog: stay near where it got lost, and call the local shelter and the microchip registry.',
    ],
  },
  {
    title: 'Block and report',
    advice: [
      'Block: open the “…” menu on the dog’s page or in the chat. You and its owner no longer see each other, and upcoming playdates are cancelled. They are not told, and you can undo it in the settings.',
      'Report: choose Report in the same menu. A moderator will read it and decide. The owner is not told who reported.',
      'A report is not an emergency call. It may be hours before anybody reads it.',
    ],
  },
]
