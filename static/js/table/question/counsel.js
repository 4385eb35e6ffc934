// What a veteran would order: drawn on the table with its number, and taken over into the hand when it is pressed.
// It is fetched when it is first needed, so it imports nothing: `kit` has what the page has already.

export class Counsel {
  constructor(hand, kit) {
    this.hand = hand;
    this.kit = kit;
    this.layer = kit.svg('g', { class: 'counselled' });
    hand.board.marks.append(this.layer);
    const at = (event) => this.light(event.target.closest('[data-counsel]'));
    for (const name of ['pointerover', 'focusin']) hand.slot.addEventListener(name, at);
    hand.slot.addEventListener('click', (event) => {
      const button = event.target.closest('[data-counsel]');
      if (button) void this.take(JSON.parse(button.dataset.counsel));
    });
  }

  /** It stands in the panel; whoever asked for it by key goes on there, or asks again. */
  come(box, inside) {
    this.draw();
    if (inside) (this.ways[0] ?? box.querySelector('form button'))?.focus({ preventScroll: true });
    box.scrollIntoView({ block: 'nearest' });
  }

  get ways() {
    return [...(this.hand.panel?.querySelectorAll('[data-counsel]') || [])];
  }

  /** What is counselled stands on the table as long as the panel shows it. */
  draw() {
    const { inv } = this.hand;
    const { svg, drawMarks, note, toUnits } = this.kit;
    this.layer.replaceChildren(
      ...this.ways.map(({ dataset }, n) => {
        const marks = JSON.parse(dataset.marks);
        const end = marks.map(({ points }) => points[points.length - 1]).find(Boolean);
        const number = end ? [note(toUnits(end), String(n + 1), { kind: 'gold' })] : [];
        return svg('g', {}, ...drawMarks(marks, { inv, side: this.hand.mySide(), rims: [] }), ...number);
      }),
    );
  }

  /** One of them before the others, or all alike. */
  light(button) {
    const n = this.ways.indexOf(button);
    for (const [i, part] of [...this.layer.children].entries()) part.classList.toggle('is-faint', n >= 0 && n !== i);
  }

  /** It is as if it had been chosen or drawn by hand; what would be given by that alone is only gone to. */
  async take({ at, pick, drawn }) {
    const { hand } = this;
    const { id } = hand.question;
    await hand.arm(at);
    if (hand.question.id !== id || JSON.stringify(hand.question.at) !== JSON.stringify(at)) return;
    hand.commit.waits = true;
    if (pick === null) {
      hand.tool?.resume?.(this.shaped(drawn));
      if (document.activeElement === document.body) hand.attend();
      return;
    }
    const option = hand.buttons.find(({ dataset }) => dataset.key === pick && !dataset.at);
    if (!option || option === hand.leaf?.button) return;
    if (hand.commit.acts([...at, pick])) option.focus();
    else hand.pick(option);
  }

  /** What is drawn as a hand takes it up again. */
  shaped(drawn) {
    const { kind } = this.hand.question;
    const { toUnits } = this.kit;
    if (kind === 'walk') return drawn.map(toUnits);
    return kind === 'place' ? [toUnits(drawn), drawn[2]] : drawn;
  }
}
