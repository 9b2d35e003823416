"""Words cut at the end of a line."""

import pytest

from app.files.hyphens import Hyphens


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("tam~bém", "também"),
        ("atendi~\nmento,", "atendimento,"),
        ("guarda~chuva.", "guarda-chuva."),
        ("guarda~napo", "guardanapo"),
        ("Segunda~feira", "Segunda-feira"),
        ("pós~venda", "pós-venda"),
        ("K~042", "K-042"),
        ("99999~1234", "99999-1234"),
        ("Norte~Sul", "Norte-Sul"),
        ("a ~ b", "a  b"),
        ("~", ""),
    ],
)
@pytest.mark.parametrize("mark", ["\ufffe", "\x02"])
def test_a_cut_word_is_whole_again(cut, whole, mark):
    assert Hyphens([]).join(cut.replace("~", mark)) == whole


def test_the_documents_other_words_decide_first():
    known = Hyphens(["O abre-fácil e o parafuso; Pósvenda."])
    assert known.join("abre\ufffefácil para\ufffefuso pós\ufffevenda") == "abre-fácil parafuso pósvenda"


COMPOUNDS = """
guarda-chuva guarda-roupa guarda-sol guarda-louça guarda-volumes porta-lápis porta-retrato porta-guardanapos
porta-malas porta-joias porta-copos bem-estar bem-vindo bem-casado bem-te-vi mal-estar mal-humorado mal-educado
pós-venda pós-barba pré-venda pré-pago recém-nascido recém-chegado vale-presente vale-transporte vale-refeição
bate-papo bate-estaca tira-gosto tira-manchas tira-dúvidas corta-unhas corta-vento saca-rolhas papel-toalha
papel-alumínio papel-cartão sofá-cama couve-flor cachorro-quente ar-condicionado ar-comprimido pisca-pisca pão-de-ló
pão-duro micro-ondas segunda-feira quinta-feira matéria-prima conta-gotas quebra-cabeça quebra-nozes lava-louças
lava-jato lava-roupas salva-vidas abre-latas para-brisa para-choque para-lama meia-calça meio-dia custo-benefício
toca-discos ex-aluno vice-presidente além-mar x-salada e-mail anti-inflamatório auto-observação super-homem
limpa-vidros seca-louça mata-mosquito pega-pega arranha-céu beija-flor erva-doce água-viva banho-maria vira-lata
fura-bolo peixe-espada bolsa-família hora-extra alto-falante baixo-relevo amor-perfeito porta-chaves aperta-livros
descasca-batatas meia-noite guarda-costas porta-voz curta-metragem vendê-la comprá-los vendem-se cor-de-rosa
criado-mudo
"""
ORDINARY = """
guarda-napo guarda-do guarda-dor guarda-mos guarda-napos porta-ria porta-dor porta-do porta-gem porta-til porta-rias
bate-ria bate-ndo bate-dor bate-deira tira-gem tira-do tira-nia saca-da saca-rose saca-ria vale-riana vale-mos
vale-ria vale-ndo conta-to conta-gem conta-dor conta-bilidade conta-do para-fuso para-fusos para-da para-béns
para-íso para-lelo para-guaio lava-dora lava-gem lava-bo lava-nda lava-deira lava-tório salva-dor salva-do limpa-dor
limpa-r limpa-mos quebra-do quebra-diço corta-dor corta-do corta-dora toca-dor toca-ndo pisca-ndo roda-pé roda-do
roda-da roda-ndo meia-dos ar-mário ar-tigo ar-roz ar-mazém ar-gila mal-dade mal-dito mal-criado mal-vado micro-fone
micro-fibra micro-chip anti-derrapante anti-go auto-mático auto-móvel mini-saia multi-uso super-mercado inter-net
inter-nacional sobre-mesa contra-to contra-tar tele-fone tele-visão semi-novo ultra-leve macro-economia
infra-estrutura extra-ordinário papel-zinhos papel-zinho pão-zinho café-zinho cachorro-s boas-s sexta-s segunda-s
cami-seta tam-bém atendi-mento promo-ção famí-lia entre-ga pro-duto garan-tia tama-nho dispo-nível quali-dade
deta-lhe clas-se qua-se fra-se cole-ção es-tampa algo-dão con-forto se-gurança mate-rial aces-sório bate-u troca-dor
troca-do troca-mos vira-da vira-do seca-dor seca-dora mata-dor mata-douro pega-dor pega-da abre-viar fura-deira
fura-do tampa-do puxa-dor puxa-do manda-do manda-mento quadro-s quarta-s terça-s rosa-do flor-esta flor-ista
flor-ido carro-ça carro-ceria carro-s hora-rio água-rrás batata-s arroz-al feijão-zinho amor-oso amor-tecedor
cor-reio cor-tina cor-rente cor-po alto-s baixo-s médio-s navio-s bolsa-s obra-s pica-nha pica-do pica-nte pula-r
pula-ndo mestre-s laranja-da laranja-s vaga-bundo vaga-lume bicho-s caminhão-zinho joão-zinho maria-na erva-s
rasga-do conta-minado e-le e-xemplo a-mor t-ênis sem-pre ex-celente ex-tra pró-ximo pró-prio pré-dio pós-tumo
vice-jar
"""


def _cut(word: str) -> str:
    return Hyphens([]).join(word.replace("-", "\ufffe", 1))


def test_compounds_keep_their_hyphen():
    assert [word for word in COMPOUNDS.split() if _cut(word) != word] == []


def test_ordinary_words_are_joined():
    assert [word for word in ORDINARY.split() if _cut(word) != word.replace("-", "")] == []
