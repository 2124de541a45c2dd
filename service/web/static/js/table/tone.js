// A short tone, which calls for attention.

/** @type {AudioContext | null} */
let audio = null;

/** Sound the tone. The first time it has to follow a press: browsers allow no sound before. */
export function tone() {
  audio ??= new AudioContext();
  const {currentTime, destination} = audio;
  const [sound, volume] = [audio.createOscillator(), audio.createGain()];
  sound.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, currentTime + 0.35);
  sound.connect(volume).connect(destination);
  sound.start();
  sound.stop(currentTime + 0.35);
}
